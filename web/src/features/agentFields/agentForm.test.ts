import { describe, expect, it } from 'vitest'
import { type AgentValues, deploymentsOf, errorsOf, inputOf, parametersOf, pathOf } from './agentForm.ts'
import type { ModelOptions } from './data/api.ts'

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never
const values: AgentValues = {
  gptSystemName: 'Contracts',
  description: '',
  systemPrompt: '',
  introduction: '',
  starterQuestions: [],
  languageEngine: 'OpenAI',
  deploymentName: 'gpt-4o',
  selectableDeployments: [],
  helperDeploymentName: null,
  temperature: 0.7,
  topP: 1,
  frequencyPenalty: 0,
  maxTokens: '4096',
  wholeDocumentLimit: '32000',
  reasoningEffort: null,
  capabilityTypes: ['FileSearch'],
  webSearch: { allowedDomains: [], blockedDomains: [] },
  restrictAnswerToInformationReturnedByTools: false,
  allowsResearch: false,
  usesCustomInstructions: true,
}
const choice = (deploymentName: string, label: string) => ({
  languageEngine: 'OpenAI' as const,
  deploymentName,
  label,
})
const options = {
  deployments: [
    { languageEngine: 'OpenAI', deploymentName: 'gpt-4o', parameters: { topP: { min: 0, max: 1 } } },
  ],
} as unknown as ModelOptions

describe('agent form', () => {
  it.each([
    [{}, {}],
    [{ gptSystemName: '   ' }, { gptSystemName: 'nameRequired' }],
    [{ gptSystemName: 'x'.repeat(150) }, {}],
    [{ gptSystemName: 'x'.repeat(151) }, { gptSystemName: 'nameTooLong 150' }],
    [{ description: `${'x'.repeat(500)}  ` }, {}],
    [{ description: 'x'.repeat(501) }, { description: 'descriptionTooLong 500' }],
    [{ starterQuestions: ['One?', ' '] }, { starterQuestions: 'starterEmpty' }],
    [{ starterQuestions: ['x'.repeat(201)] }, { starterQuestions: 'tooLong 200' }],
    [{ selectableDeployments: [choice('a', ' ')] }, { selectableDeployments: 'labelEmpty' }],
    [
      { selectableDeployments: [choice('a', 'Quick'), choice('b', ' quick ')] },
      { selectableDeployments: 'labelTwice' },
    ],
    [{ selectableDeployments: [choice('a', 'x'.repeat(41))] }, { selectableDeployments: 'tooLong 40' }],
    [{ maxTokens: '0' }, { maxTokens: 'tokensRange 1 128000' }],
    [{ maxTokens: '1.5' }, { maxTokens: 'tokensRange 1 128000' }],
    [{ maxTokens: '128001' }, { maxTokens: 'tokensRange 1 128000' }],
    [{ maxTokens: '128000' }, {}],
    [{ wholeDocumentLimit: '-1' }, { wholeDocumentLimit: 'tokensRange 0 1000000' }],
    [{ wholeDocumentLimit: '0' }, {}],
    [{ maxTokens: '', languageEngine: 'BuiltIn' as const }, {}],
    [{ webSearch: { allowedDomains: ['example.com', 'مثال.إختبار'], blockedDomains: [] } }, {}],
    [
      { webSearch: { allowedDomains: ['https://example.com/path'], blockedDomains: [] } },
      { 'webSearch.allowedDomains': 'domainWrong' },
    ],
    [
      { webSearch: { allowedDomains: [], blockedDomains: Array(51).fill('example.com') } },
      { 'webSearch.blockedDomains': 'domainsTooMany 50' },
    ],
  ])('%.60j has the errors %j', (change, errors) => {
    expect(errorsOf({ ...values, ...change }, t)).toEqual(errors)
  })

  it('sends the changes in the server’s format', () => {
    const changed = { ...values, gptSystemName: ' New ', maxTokens: '512', starterQuestions: [' Why? '] }
    expect(inputOf(changed, ['gptSystemName', 'maxTokens', 'starterQuestions'])).toEqual({
      gptSystemName: 'New',
      maxTokens: 512,
      starterQuestions: ['Why?'],
    })
    expect(inputOf(changed, [])).toEqual({})
    expect(inputOf({ ...changed, languageEngine: 'BuiltIn', maxTokens: '' }, ['maxTokens'])).toEqual({})
  })

  it('marks a deployment that no longer exists, but only once the options are loaded', () => {
    expect(deploymentsOf(options, values)).toEqual({ there: options.deployments, gone: null })
    expect(deploymentsOf(options, { ...values, deploymentName: 'old' }).gone).toBe('old')
    expect(deploymentsOf(undefined, { ...values, deploymentName: 'old' }).gone).toBe(null)
    expect(parametersOf(options, values)?.parameters).toEqual({ topP: { min: 0, max: 1 } })
    expect(parametersOf(options, { ...values, languageEngine: 'BuiltIn' })).toBeUndefined()
  })

  it('maps the server’s field names to form fields', () => {
    expect([pathOf('starterQuestions.2'), pathOf('maxTokens')]).toEqual(['starterQuestions', 'maxTokens'])
  })
})
