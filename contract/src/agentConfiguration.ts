import { z } from 'zod'
import { id, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { domainIn } from './webDomains.ts'

/** Permissions for seeing configurations. Everyone sees the cards of agents that they can use. */
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
  'Documents',
])
export const StateStatus = z.enum(['Draft', 'InReview', 'Published', 'Past'])

export type StateStatus = z.output<typeof StateStatus>

/** What everyone who can use an agent sees of it. */
export const GptSystemCard = z.object({
  gptSystemId: id,
  name: z.string(),
  description: z.string(),
  gptSystemType: z.enum(['User', 'System']),
  /**
   * The server's name of the picture, which changes with each picture. Null if the agent has none of its own.
   */
  avatarFileName: z.string().nullable(),
  /** The brand of its chat. Null for the page's brand. */
  brandKey: z.string().nullable(),
  /** The owner of the personal agent. Null for the user's own and for system agents. */
  madeBy: z.string().nullable(),
  /** Whether the user can edit the drafts of this personal agent, as its owner or through sharing. */
  mayEdit: z.boolean(),
})

/** Whether the files of a linked library are searched, or read as a whole when all of them fit. */
export const readModes = ['Search', 'WholeWhenItFits'] as const
export const ReadMode = z.enum(readModes)
export type ReadMode = z.output<typeof ReadMode>

/** The folders that a link is limited to, each with the folders in it. "" is the top of the library. */
export const LinkFolders = z
  .array(text(0, limits.folder))
  .max(limits.foldersPerLink)
  .refine((folders) => new Set(folders).size === folders.length, 'Each folder can be named only once.')

export const RagDataSource = z.object({
  gptSystemRagDataSourceId: id,
  dataSourceId: id,
  topK: z.number().int(),
  useGraph: z.boolean(),
  readMode: ReadMode,
  /** Only files in these folders, and in the folders in them, are used. If empty, all files are. */
  folders: z.array(z.string()),
})

const domains = z
  .array(
    text(1, limits.webDomain, { short: 'Enter a domain, such as example.com.' }).refine(
      (domain) => domainIn(domain) !== null,
      'Enter a domain without a path, such as example.com.',
    ),
  )
  .max(limits.webDomains)

/** The sites that an agent finds in the web. A domain stands for its subdomains too. */
export const WebSearchRules = z.strictObject({
  /** Empty for all sites. */
  allowedDomains: domains,
  blockedDomains: domains,
})
export type WebSearchRules = z.output<typeof WebSearchRules>

/** A deployment of a provider, as identified in calls. */
export const NamedDeployment = z.strictObject({
  languageEngine: LanguageEngine,
  deploymentName: text(1, 200),
})
export type NamedDeployment = z.output<typeof NamedDeployment>

/** A deployment that people can choose for their chat, with the name they see. */
export const SelectableDeployment = NamedDeployment.extend({
  label: text(1, limits.deploymentLabel, { short: 'Enter the name that people see.' }),
})

/** A deployment that people can choose in a chat. */
export const DeploymentChoice = z.object({
  languageEngine: LanguageEngine,
  deploymentName: z.string(),
  label: z.string(),
  /** Answers unless the user chooses another. */
  isDefault: z.boolean(),
  /** Whether the agent can read images with it. */
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
  /** The server's name of the picture. Null if the agent has none of its own. */
  avatarFileName: z.string().nullable(),
  systemPrompt: z.string(),
  introduction: z.string(),
  topP: z.number(),
  frequencyPenalty: z.number(),
  temperature: z.number(),
  maxTokens: z.number().int(),
  /** The most tokens of documents that the model reads as a whole, if they fit in half of its context. */
  wholeDocumentLimit: z.number().int(),
  /** Null for the provider's default. */
  reasoningEffort: ReasoningEffort.nullable(),
  deploymentName: z.string().nullable(),
  languageEngine: LanguageEngine,
  /**
   * The deployments that people can choose in place of `deploymentName`. An entry for that deployment sets the
   * name they see.
   */
  selectableDeployments: z.array(SelectableDeployment),
  /**
   * The deployment of the same provider that writes titles, rewritten questions, and summaries. Null for the
   * instance's, or else the one that answers.
   */
  helperDeploymentName: z.string().nullable(),
  capabilityTypes: z.array(CapabilityType),
  webSearch: WebSearchRules,
  dataSources: z.array(RagDataSource),
  restrictAnswerToInformationReturnedByTools: z.boolean(),
  /** Whether people can have the agent research a question and write a report. */
  allowsResearch: z.boolean(),
  /** Whether the agent gets what people wrote for all agents. */
  usesCustomInstructions: z.boolean(),
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
  wholeDocumentLimit: z.number().int().min(0).max(limits.wholeDocumentLimit).optional(),
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
  helperDeploymentName: text(1, 200).nullable().optional(),
  capabilityTypes: z.array(CapabilityType).max(6).optional(),
  webSearch: WebSearchRules.optional(),
  restrictAnswerToInformationReturnedByTools: z.boolean().optional(),
  allowsResearch: z.boolean().optional(),
  usesCustomInstructions: z.boolean().optional(),
  starterQuestions: z.array(text(1, limits.starterQuestion)).max(limits.starterQuestions).optional(),
})

export const configurationWarnings = [
  'deploymentMissing',
  'deploymentUnknown',
  'helperUnknown',
  'tokensCapped',
  'imagesUnseen',
  'imagesRestricted',
] as const

/**
 * A part of a configuration that won't have its intended effect. The client uses the code and values for its
 * own text.
 */
export const ConfigurationWarning = z.object({
  property: z.string(),
  message: z.string(),
  code: z.enum(configurationWarnings),
  /** The deployment in question, or the provider if it has none. */
  name: z.string(),
  /** The maximum output tokens, if the warning is about them. */
  tokens: z.number().int().nullable(),
})

/** A configuration with its publishing errors and warnings. */
export const StateAnswer = z.object({
  configuration: Configuration,
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(ConfigurationWarning),
  version: z.number().int(),
})

/** A version in an agent's list of versions. */
export const StateRow = z.object({
  configStateId: id,
  gptSystemConfigurationStateId: id,
  number: z.number().int(),
  status: StateStatus,
  gptSystemName: z.string(),
  /** Who created it. Null for the first startup and for deleted users. */
  createdBy: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** When it was last published, and the note for that publication. */
  publishedAt: timestamp.nullable(),
  note: z.string(),
})

/** The query of a picture. The picture behind a file name never changes, so it can be cached. */
export const avatarName = z.strictObject({ fileName: z.string().max(100).optional() })

/** The response to a picture upload. */
export const AvatarAnswer = z.object({ avatarFileName: z.string(), version: z.number().int() })

/** A field that differs between two versions. */
export const Difference = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
