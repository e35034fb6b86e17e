import { limits } from '@parlance/contract/limits'
import { domainIn } from '@parlance/contract/webDomains'
import type { Errors } from '../../ui/admin/formState.ts'
import type { AgentState, Configuration, ModelOptions } from './data/api.ts'
import type { AgentFieldsText } from './lang/en.ts'

export interface AgentValues
  extends Pick<
    Configuration,
    | 'gptSystemName'
    | 'description'
    | 'systemPrompt'
    | 'introduction'
    | 'starterQuestions'
    | 'languageEngine'
    | 'deploymentName'
    | 'selectableDeployments'
    | 'helperDeploymentName'
    | 'temperature'
    | 'topP'
    | 'frequencyPenalty'
    | 'reasoningEffort'
    | 'capabilityTypes'
    | 'webSearch'
    | 'restrictAnswerToInformationReturnedByTools'
    | 'allowsResearch'
    | 'usesCustomInstructions'
  > {
  /** The raw input. */
  maxTokens: string
  wholeDocumentLimit: string
}
export type AgentField = keyof AgentValues

export const valuesOf = ({ configuration }: Pick<AgentState, 'configuration'>): AgentValues => ({
  gptSystemName: configuration.gptSystemName,
  description: configuration.description,
  systemPrompt: configuration.systemPrompt,
  introduction: configuration.introduction,
  starterQuestions: configuration.starterQuestions,
  languageEngine: configuration.languageEngine,
  deploymentName: configuration.deploymentName,
  selectableDeployments: configuration.selectableDeployments,
  helperDeploymentName: configuration.helperDeploymentName,
  temperature: configuration.temperature,
  topP: configuration.topP,
  frequencyPenalty: configuration.frequencyPenalty,
  maxTokens: String(configuration.maxTokens),
  wholeDocumentLimit: String(configuration.wholeDocumentLimit),
  reasoningEffort: configuration.reasoningEffort,
  capabilityTypes: configuration.capabilityTypes,
  webSearch: configuration.webSearch,
  restrictAnswerToInformationReturnedByTools: configuration.restrictAnswerToInformationReturnedByTools,
  allowsResearch: configuration.allowsResearch,
  usesCustomInstructions: configuration.usesCustomInstructions,
})

/** Returns the domains of a web search as they are compared: blocked ones with a minus sign. */
export const domainLines = ({ allowedDomains, blockedDomains }: AgentValues['webSearch']): string[] => [
  ...allowedDomains,
  ...blockedDomains.map((domain) => `− ${domain}`),
]

/** Fields that the built-in engine has no use for, so they aren't shown. */
const ofModels = new Set<AgentField>(['maxTokens', 'wholeDocumentLimit'])

/** Returns the changed fields to send, and no others. */
export function inputOf(values: AgentValues, changed: readonly AgentField[]) {
  const { maxTokens, wholeDocumentLimit, ...rest } = values
  const whole = {
    ...rest,
    gptSystemName: values.gptSystemName.trim(),
    starterQuestions: values.starterQuestions.map((question) => question.trim()),
    selectableDeployments: values.selectableDeployments.map((one) => ({ ...one, label: one.label.trim() })),
    maxTokens: Number(maxTokens),
    wholeDocumentLimit: Number(wholeDocumentLimit),
  }
  const isUsed = (field: AgentField) => !ofModels.has(field) || values.languageEngine !== 'BuiltIn'
  const sent = changed.filter(isUsed)
  return Object.fromEntries(sent.map((field) => [field, whole[field]])) as Partial<typeof whole>
}

const lengthOf = (text: string) => [...text.trim()].length

export function errorsOf(values: AgentValues, t: AgentFieldsText): Errors {
  const { gptSystemName, description, systemPrompt, introduction, starterQuestions } = values
  const { languageEngine, maxTokens, wholeDocumentLimit } = values
  const labels = values.selectableDeployments.map(({ label }) => label.trim().toLowerCase())
  const tokens = { min: 1, max: limits.maxTokens }
  const whole = { min: 0, max: limits.wholeDocumentLimit }
  const found: [path: string, wrong: boolean, text: string][] = [
    ['gptSystemName', lengthOf(gptSystemName) === 0, t('nameRequired')],
    [
      'gptSystemName',
      lengthOf(gptSystemName) > limits.agentName,
      t('nameTooLong', { max: limits.agentName }),
    ],
    [
      'description',
      lengthOf(description) > limits.agentDescription,
      t('descriptionTooLong', { max: limits.agentDescription }),
    ],
    [
      'systemPrompt',
      lengthOf(systemPrompt) > limits.systemPrompt,
      t('tooLong', { max: limits.systemPrompt }),
    ],
    [
      'introduction',
      lengthOf(introduction) > limits.introduction,
      t('tooLong', { max: limits.introduction }),
    ],
    ['starterQuestions', starterQuestions.some((one) => lengthOf(one) === 0), t('starterEmpty')],
    [
      'starterQuestions',
      starterQuestions.some((one) => lengthOf(one) > limits.starterQuestion),
      t('tooLong', { max: limits.starterQuestion }),
    ],
    ['selectableDeployments', labels.some((one) => one === ''), t('labelEmpty')],
    [
      'selectableDeployments',
      labels.some((one) => lengthOf(one) > limits.deploymentLabel),
      t('tooLong', { max: limits.deploymentLabel }),
    ],
    ['selectableDeployments', new Set(labels).size < labels.length, t('labelTwice')],
    ...(['allowedDomains', 'blockedDomains'] as const).flatMap((list): [string, boolean, string][] => {
      const domains = values.webSearch[list]
      return [
        [`webSearch.${list}`, domains.some((one) => domainIn(one) === null), t('domainWrong')],
        [
          `webSearch.${list}`,
          domains.length > limits.webDomains,
          t('domainsTooMany', { max: limits.webDomains }),
        ],
      ]
    }),
    // The built-in engine has no token limit, so the field isn't shown.
    ['maxTokens', languageEngine !== 'BuiltIn' && !isWhole(maxTokens, tokens), t('tokensRange', tokens)],
    [
      'wholeDocumentLimit',
      languageEngine !== 'BuiltIn' && !isWhole(wholeDocumentLimit, whole),
      t('tokensRange', whole),
    ],
  ]
  return Object.fromEntries(found.flatMap(([path, wrong, text]) => (wrong ? [[path, text]] : [])))
}

const isWhole = (typed: string, { min, max }: { min: number; max: number }) =>
  /^\d{1,9}$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max

/** Maps the server's paths of list items to the single form field for that list. */
export const pathOf = (field: string): string =>
  field
    .replace(/^(webSearch\.\w+)\..*$/, '$1')
    .replace(/^(starterQuestions|capabilityTypes|selectableDeployments)\..*$/, '$1')

type Deployment = ModelOptions['deployments'][number]

/** Returns a provider's deployments by name, including the selected one if it no longer exists. */
export function deploymentsOf(
  options: ModelOptions | undefined,
  { languageEngine, deploymentName }: Pick<AgentValues, 'languageEngine' | 'deploymentName'>,
): { there: Deployment[]; gone: string | null } {
  const there = options?.deployments.filter((one) => one.languageEngine === languageEngine) ?? []
  const isThere = there.some((one) => one.deploymentName === deploymentName)
  return { there, gone: options && deploymentName !== null && !isThere ? deploymentName : null }
}

/**
 * Returns the parameters that a deployment supports, with their bounds, or undefined if unknown. The built-in
 * engine supports none.
 */
export function parametersOf(
  options: ModelOptions | undefined,
  { languageEngine, deploymentName }: Pick<AgentValues, 'languageEngine' | 'deploymentName'>,
): Deployment | undefined {
  return options?.deployments.find(
    (one) => one.languageEngine === languageEngine && one.deploymentName === deploymentName,
  )
}
