import { expect, test } from 'vitest'
import type { ModelOptions } from './data/api.ts'
import { choicesOf, withChoice } from './selectable.ts'

const named = (deploymentName: string) => ({ languageEngine: 'OpenAI' as const, deploymentName })
const options = {
  deployments: [
    { ...named('quick'), vision: false },
    { ...named('thorough'), vision: true },
  ],
} as unknown as ModelOptions
const configured = {
  ...named('quick'),
  selectableDeployments: [
    { ...named('thorough'), label: 'Thorough' },
    { ...named('gone'), label: 'Gone' },
  ],
  capabilityTypes: ['Vision' as const],
  restrictAnswerToInformationReturnedByTools: false,
}

test('offers existing deployments only, the default first', () => {
  expect(choicesOf(options, configured)).toEqual([
    { ...named('quick'), label: 'quick', isDefault: true, seesImages: false },
    { ...named('thorough'), label: 'Thorough', isDefault: false, seesImages: true },
  ])
})

test.each([
  ['before the options are loaded', undefined, configured],
  ['with the built-in engine', options, { ...configured, languageEngine: 'BuiltIn' as const }],
  [
    'if no other deployments are left',
    { ...options, deployments: options.deployments.slice(0, 1) },
    configured,
  ],
])('there is no choice %s', (_, known, configuration) => {
  expect(choicesOf(known, configuration)).toEqual([])
})

test('marks no choice as able to see images if the agent answers from its tools only', () => {
  const restricted = { ...configured, restrictAnswerToInformationReturnedByTools: true }
  expect(choicesOf(options, restricted).map(({ seesImages }) => seesImages)).toEqual([false, false])
})

test('adding the first choice adds the default too, and names stay unique', () => {
  const first = withChoice({ ...configured, selectableDeployments: [] }, named('thorough'))
  expect(first.map(({ label }) => label)).toEqual(['quick', 'thorough'])
  const taken = [{ ...named('quick'), label: 'Thorough' }]
  const second = withChoice({ ...configured, selectableDeployments: taken }, named('thorough'))
  expect(second.map(({ label }) => label)).toEqual(['Thorough', 'thorough 2'])
})
