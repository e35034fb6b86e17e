import { expect, test } from 'vitest'
import { chosenAmong, type DeploymentChoice } from './deploymentChoice.ts'

const named = (deploymentName: string) => ({ languageEngine: 'OpenAI' as const, deploymentName })
const [quick, thorough]: DeploymentChoice[] = [
  { ...named('quick'), label: 'Quick', isDefault: true, seesImages: false },
  { ...named('thorough'), label: 'Thorough', isDefault: false, seesImages: true },
]
const choices = [quick, thorough] as DeploymentChoice[]

test.each([
  ['nothing', undefined, undefined, quick, undefined],
  ['the deployment stored with the conversation', undefined, named('thorough'), thorough, undefined],
  ['a chosen deployment', named('thorough'), null, thorough, named('thorough')],
  ['the default chosen again', null, named('thorough'), quick, null],
  ['a chosen deployment that is no longer offered', named('gone'), named('thorough'), thorough, undefined],
  [
    'the same name at another model provider',
    { ...named('thorough'), languageEngine: 'AzureOpenAI' as const },
    null,
    quick,
    undefined,
  ],
  ['a stored deployment that is no longer offered', undefined, named('gone'), quick, undefined],
])('with %s the deployment and the value to send are known', (_, picked, kept, current, sent) => {
  expect(chosenAmong(choices, picked, kept)).toEqual({ current, sent })
})

test('sends nothing if there is no choice', () => {
  expect(chosenAmong([], null, named('thorough'))).toEqual({ current: undefined, sent: undefined })
})
