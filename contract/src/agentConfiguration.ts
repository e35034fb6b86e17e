import { z } from 'zod'
import { id, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

/** Who sees configurations; the cards of agents that one may use are everybody's. */
export const configurationReaders = [
  'GptSystemsWrite',
  'GptSystemsReadSpecific',
  'GptSystemsWriteSpecific',
  'GptSystemConfigurationsRead',
] as const
export const configurationWriters = ['GptSystemsWrite', 'GptSystemsWriteSpecific'] as const

export const languageEngines = ['OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible', 'BuiltIn'] as const
export const reasoningEfforts = ['Low', 'Medium', 'High'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]
export const ReasoningEffort = z.enum(reasoningEfforts)
export const LanguageEngine = z.enum(languageEngines)
export const CapabilityType = z.enum([
  'CodeInterpreter',
  'FileSearch',
  'Vision',
  'WebSearch',
  'ImageGeneration',
])
export const StateStatus = z.enum(['Draft', 'InReview', 'Published', 'Past'])

export type StateStatus = z.output<typeof StateStatus>

/** What everybody who may use an agent sees of it. */
export const GptSystemCard = z.object({
  gptSystemId: id,
  name: z.string(),
  description: z.string(),
  gptSystemType: z.enum(['User', 'System']),
  /** The server's name of its picture, which is another with each picture; null: it has none of its own. */
  avatarFileName: z.string().nullable(),
  /** The brand that its chat wears; null: that of the page. */
  brandKey: z.string().nullable(),
  /** Whose personal agent it is; null for one's own and for system agents. */
  madeBy: z.string().nullable(),
  /** One may change the drafts of this personal agent: one's own, or one that is shared for editing. */
  mayEdit: z.boolean(),
})

export const RagDataSource = z.object({
  gptSystemRagDataSourceId: id,
  dataSourceId: id,
  topK: z.number().int(),
  useGraph: z.boolean(),
})

/** A deployment of an engine, as it is named in calls. */
export const NamedDeployment = z.strictObject({
  languageEngine: LanguageEngine,
  deploymentName: text(1, 200),
})
export type NamedDeployment = z.output<typeof NamedDeployment>

/** A deployment that people may choose for their chat, by the name that they read. */
export const SelectableDeployment = NamedDeployment.extend({
  label: text(1, limits.deploymentLabel, { short: 'Enter the name that people see.' }),
})

/** What somebody who chats chooses from. */
export const DeploymentChoice = z.object({
  languageEngine: LanguageEngine,
  deploymentName: z.string(),
  label: z.string(),
  /** It answers where nobody chooses. */
  isDefault: z.boolean(),
  /** The agent looks at images with it. */
  seesImages: z.boolean(),
})

/** A configuration state: one version of an agent's configuration. */
export const Configuration = z.object({
  configStateId: id,
  gptSystemConfigurationStateId: id,
  gptSystemId: id,
  gptSystemType: z.enum(['User', 'System']),
  number: z.number().int(),
  status: StateStatus,
  gptSystemName: z.string(),
  description: z.string(),
  /** The server's name of its picture; null: it has none of its own. */
  avatarFileName: z.string().nullable(),
  systemPrompt: z.string(),
  introduction: z.string(),
  topP: z.number(),
  frequencyPenalty: z.number(),
  temperature: z.number(),
  maxTokens: z.number().int(),
  /** Null: as the provider does by itself. */
  reasoningEffort: ReasoningEffort.nullable(),
  deploymentName: z.string().nullable(),
  languageEngine: LanguageEngine,
  /** What people may choose instead of `deploymentName`; an entry for that names it as they read it. */
  selectableDeployments: z.array(SelectableDeployment),
  capabilityTypes: z.array(CapabilityType),
  dataSources: z.array(RagDataSource),
  restrictAnswerToInformationReturnedByTools: z.boolean(),
  starterQuestions: z.array(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  version: z.number().int(),
})

export const AgentName = text(1, limits.agentName, {
  short: 'Name is required',
  long: `Name exceeds the maximum limit of ${limits.agentName} characters`,
})
export const AgentDescription = text(0, limits.agentDescription, {
  long: `Description exceeds the maximum limit of ${limits.agentDescription} characters`,
})

export const UpdateState = z.strictObject({
  gptSystemName: AgentName.optional(),
  description: AgentDescription.optional(),
  systemPrompt: text(0, limits.systemPrompt).optional(),
  introduction: text(0, limits.introduction).optional(),
  topP: z.number().min(0).max(1).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().min(1).max(limits.maxTokens).optional(),
  reasoningEffort: ReasoningEffort.nullable().optional(),
  deploymentName: text(1, 200).nullable().optional(),
  languageEngine: LanguageEngine.optional(),
  selectableDeployments: z
    .array(SelectableDeployment)
    .max(limits.selectableDeployments)
    .refine(
      (named) =>
        new Set(named.map((one) => `${one.languageEngine} ${one.deploymentName}`)).size === named.length,
      'Each deployment can be listed only once.',
    )
    .refine(
      (named) => new Set(named.map(({ label }) => label.toLowerCase())).size === named.length,
      'Each name can be used only once.',
    )
    .optional(),
  capabilityTypes: z.array(CapabilityType).max(5).optional(),
  restrictAnswerToInformationReturnedByTools: z.boolean().optional(),
  starterQuestions: z.array(text(1, limits.starterQuestion)).max(limits.starterQuestions).optional(),
})

export const configurationWarnings = [
  'deploymentMissing',
  'deploymentUnknown',
  'tokensCapped',
  'imagesUnseen',
  'imagesRestricted',
] as const

/** What would not be as a configuration says. The code and its values are for other words than the message's. */
export const ConfigurationWarning = z.object({
  property: z.string(),
  message: z.string(),
  code: z.enum(configurationWarnings),
  /** The deployment that it is about, or the engine where it has none. */
  name: z.string(),
  /** The most tokens that it writes, where it is about them. */
  tokens: z.number().int().nullable(),
})

/** A configuration with what keeps it from being published and what would not be as it says. */
export const StateAnswer = z.object({
  configuration: Configuration,
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(ConfigurationWarning),
  version: z.number().int(),
})

/** A state in the list of an agent's. */
export const StateRow = z.object({
  configStateId: id,
  gptSystemConfigurationStateId: id,
  number: z.number().int(),
  status: StateStatus,
  gptSystemName: z.string(),
  /** Who began it; null for the first start and for people who are gone. */
  createdBy: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** When it was last published, and what was noted then. */
  publishedAt: timestamp.nullable(),
  note: z.string(),
})

/** The query of a picture: under its own name it never becomes another, and may be kept. */
export const avatarName = z.strictObject({ fileName: z.string().max(100).optional() })

/** What an upload of a picture answers. */
export const AvatarAnswer = z.object({ avatarFileName: z.string(), version: z.number().int() })

/** A field that two states have otherwise. */
export const Difference = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
