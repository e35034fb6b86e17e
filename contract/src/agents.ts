import { z } from 'zod'
import { BrandKey } from './brandKey.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

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

/** What everybody who may use an agent sees of it. */
export const GptSystemCard = z.object({
  gptSystemId: id,
  name: z.string(),
  description: z.string(),
  gptSystemType: z.enum(['User', 'System']),
  /** The brand that its chat wears; null: that of the page. */
  brandKey: z.string().nullable(),
})

export const RagDataSource = z.object({
  gptSystemRagDataSourceId: id,
  dataSourceId: id,
  topK: z.number().int(),
  useGraph: z.boolean(),
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
  capabilityTypes: z.array(CapabilityType),
  dataSources: z.array(RagDataSource),
  restrictAnswerToInformationReturnedByTools: z.boolean(),
  starterQuestions: z.array(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const UpdateState = z.strictObject({
  gptSystemName: text(1, limits.agentName).optional(),
  description: text(0, limits.agentDescription).optional(),
  systemPrompt: text(0, limits.systemPrompt).optional(),
  introduction: text(0, limits.introduction).optional(),
  topP: z.number().min(0).max(1).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().min(1).max(limits.maxTokens).optional(),
  reasoningEffort: ReasoningEffort.nullable().optional(),
  deploymentName: text(1, 200).nullable().optional(),
  languageEngine: LanguageEngine.optional(),
  capabilityTypes: z.array(CapabilityType).max(5).optional(),
  restrictAnswerToInformationReturnedByTools: z.boolean().optional(),
  starterQuestions: z.array(text(1, limits.starterQuestion)).max(limits.starterQuestions).optional(),
})

export const StateAnswer = z.object({
  configuration: Configuration,
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(z.object({ property: z.string(), message: z.string() })),
})

const one = z.strictObject({ gptSystemId: id })
const management = '/api/internal/gptSystems/system/management' as const

export const agents = {
  listGptSystems: endpoint({
    kind: 'json',
    method: 'GET',
    path: management,
    access: [
      'GptSystemsCreate',
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemConfigurationsRead',
      'ChatAccessPoliciesCreate',
      'ChatAccessPoliciesWrite',
    ],
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: z.strictObject({ ...page, search: text(0, 200).optional() }),
    response: listOf(
      z.object({
        gptSystemId: id,
        name: z.string(),
        description: z.string(),
        brandKey: z.string().nullable(),
        published: z.boolean(),
      }),
    ),
    purpose: 'The system agents that one manages, or names in policies, by name.',
  }),
  createGptSystem: endpoint({
    kind: 'json',
    method: 'POST',
    path: management,
    access: ['GptSystemsCreate'],
    rate: 'write',
    audit: 'gptSystem.create',
    idempotency: 'optional',
    params: nothing,
    input: z.strictObject({
      name: text(1, limits.agentName),
      description: text(0, limits.agentDescription).optional(),
      /** The brand that its chat wears, whatever the host name. */
      brandKey: BrandKey.nullable().optional(),
    }),
    response: z.object({ gptSystem: GptSystemCard, configuration: Configuration }),
    purpose: 'Makes a system agent with its first draft.',
  }),
  updateState: endpoint({
    kind: 'json',
    method: 'PUT',
    path: '/api/internal/gptSystems/configurationStates/{gptSystemConfigurationStateId}',
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    rate: 'write',
    audit: 'configState.update',
    idempotency: 'none',
    params: z.strictObject({ gptSystemConfigurationStateId: id }),
    input: UpdateState,
    response: StateAnswer,
    purpose: 'Changes a draft.',
  }),
  updatePublishing: endpoint({
    kind: 'json',
    method: 'PUT',
    path: `${management}/{gptSystemId}/publishing`,
    access: ['GptSystemsPublish'],
    rate: 'write',
    audit: 'gptSystem.publish',
    idempotency: 'none',
    params: one,
    input: z.strictObject({
      gptSystemConfigurationStateId: id.nullable(),
      note: text(0, 1000).optional(),
    }),
    response: z.object({
      gptSystemId: id,
      publishedStateId: id.nullable(),
    }),
    purpose: 'Publishes a state, or none: then nobody can chat with the agent.',
  }),
  addRagDataSource: endpoint({
    kind: 'json',
    method: 'POST',
    path: `${management}/{gptSystemId}/ragDataSources`,
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    rate: 'write',
    audit: 'gptSystem.dataSource',
    idempotency: 'optional',
    params: one,
    input: z.strictObject({
      dataSourceId: id,
      topK: z.number().int().min(1).max(20).optional(),
      useGraph: z.boolean().optional(),
    }),
    response: RagDataSource,
    purpose: "Links a file library to the agent's draft.",
  }),
}

export const agentsForConversation = {
  getDetails: endpoint({
    kind: 'json',
    method: 'GET',
    path: '/api/internal/gptSystems/{gptSystemId}/detailsForConversation',
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: nothing,
    response: z.object({
      gptSystem: GptSystemCard,
      introduction: z.string(),
      starterQuestions: z.array(z.string()),
      /** `NotConfigured`: the tool is not there yet; it is shown as such and not offered to the model. */
      tools: z.array(z.object({ tool: CapabilityType, state: z.enum(['Available', 'NotConfigured']) })),
      knowledge: z.object({ libraries: z.number().int(), files: z.number().int() }),
      /** True where the answers are extracts of documents and no language model writes them. */
      extracts: z.boolean(),
    }),
    purpose: 'What the chat shows of an agent before the first question; never its configuration.',
  }),
}
