import { z } from 'zod'
import { CapabilityType, LanguageEngine } from './agentConfiguration.ts'
import { Compliance, ComplianceInput } from './compliance.ts'
import { endpoint, nothing, text, timestamp } from './endpoint.ts'
import { InstanceSettings } from './instance.ts'
import { limits } from './limits.ts'
import { hasDecimals, UsageLimit, UsageLimits } from './usageLimits.ts'

export const keyedEngines = ['OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible'] as const
export const searchProviders = ['Brave', 'Tavily', 'SearXNG', 'Bing'] as const
export const deploymentPurposes = [
  'Chat',
  'Embedding',
  'Image',
  'Transcription',
  'Speech',
  'Judge',
  'Helper',
] as const
export const featureFlagNames = [
  'ShowFooter',
  'ShowInstanceSettingsPage',
  'AllowUserCreatedGptSystems',
  'AllowPersonalAccessKeys',
  'AllowConversationSnapshots',
  'AllowPublicEndpoints',
  'AllowMcp',
] as const
/** The result of testing an API key, never in the provider's own words. */
export const testOutcomes = [
  'Ok',
  'KeyRefused',
  'NoCredit',
  'NoDeployment',
  'DeploymentNeeded',
  'HostRefused',
  'Unreachable',
  'TimedOut',
  'Busy',
  'NotUnderstood',
  'Failed',
] as const

export const KeyedEngine = z.enum(keyedEngines)
export const SearchProvider = z.enum(searchProviders)
export const DeploymentPurpose = z.enum(deploymentPurposes)
export const FeatureFlagName = z.enum(featureFlagNames)
/** Set on the settings page or by the environment. The environment wins and can't be changed on the page. */
export const SettingSource = z.enum(['Screen', 'Environment'])

/** A URL without credentials, query and fragment, which would otherwise be sent to a changed host. */
const address = z
  .url({ protocol: /^https?$/, message: 'Enter an http or https URL.' })
  .max(2000)
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  }, 'Enter the URL without a username, query, or fragment.')
/** Only characters that are allowed in a header. */
const secret = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^[\x21-\x7e]+$/, 'Use only ASCII characters without spaces.')
const deploymentName = z
  .string()
  .trim()
  .regex(/^[\w.:/@+-]{1,200}$/, 'Enter the provider’s name for it: letters, digits, and . : / @ + _ -')

export const KeyTest = z.object({
  outcome: z.enum(testOutcomes),
  milliseconds: z.number().int(),
  at: timestamp,
})

const apiKey = {
  /** Empty if there is no API key, or if it is so short that its end would reveal too much. */
  lastFour: z.string(),
  hasKey: z.boolean(),
  /** Null for the provider's own. */
  endpoint: z.string().nullable(),
  source: SettingSource,
  lastTest: KeyTest.nullable(),
}
export const SearchApiKey = z.object({ provider: SearchProvider, ...apiKey })
export const LanguageModelProviderApiKey = z.object({ languageEngine: KeyedEngine, ...apiKey })

/** A deployment that is set for the whole instance. */
export const InstanceDeployment = z.strictObject({
  languageEngine: KeyedEngine,
  deploymentName: z.string().min(1).max(200),
})

const changeable = {
  name: text(1, limits.instanceName),
  organizationName: text(1, limits.organizationName),
  releaseNotesUrl: z
    .url({ protocol: /^https?$/, message: 'Enter an http or https URL.' })
    .max(2000)
    .nullable(),
  errorReportingDsn: z
    .url({ protocol: /^https?$/, message: 'Enter an http or https URL.' })
    .max(2000)
    .refine((value) => !URL.canParse(value) || new URL(value).password === '', 'Leave out the secret part.')
    .nullable(),
  personalAgentLimit: z.number().int().min(0).max(limits.mostPersonalAgents),
  peopleSearch: z.enum(['SharedGroups', 'All']),
  memoryAllowed: z.boolean(),
  /** Whether someone else must approve before a person’s conversations can be read. */
  readsNeedApproval: z.boolean(),
  /** Whether people can export the data that is stored about them. */
  dataExportsAllowed: z.boolean(),
  /** Whether people can delete their own account with their personal data. */
  selfErasureAllowed: z.boolean(),
  /** The default deployment of new agents. Null for the built-in engine. */
  defaultChatDeployment: InstanceDeployment.nullable(),
  /**
   * The deployment that writes titles, rewritten questions, and summaries, unless an agent has its own. Null for
   * the deployment that answers.
   */
  helperDeployment: InstanceDeployment.nullable(),
  /** The deployment that finds passages by meaning, beside the search by words. Null for the search by words alone. */
  embeddingDeployment: InstanceDeployment.nullable(),
  /** The deployment that makes images for agents with image generation. Null for none. */
  imageDeployment: InstanceDeployment.nullable(),
  /** The deployment that writes down what people say. Null for browsers’ own speech recognition. */
  transcriptionDeployment: InstanceDeployment.nullable(),
  /** The deployment that reads answers aloud. Null for voices of browsers and of the server. */
  speechDeployment: InstanceDeployment.nullable(),
  /** The voice of the speech deployment, as its provider names it. */
  speechVoice: z
    .string()
    .trim()
    .regex(/^[\w.:/+-]{1,100}$/, 'Enter the provider’s name for a voice: letters, digits, and . : / + _ -'),
}

export const AllInstanceSettings = z.object({
  ...changeable,
  /** Limits that apply to everyone, regardless of policies. */
  limits: z.array(UsageLimit),
  entraIdSettings: InstanceSettings.shape.entraIdSettings,
  /** Whether people sign in with the embedded directory. */
  embeddedDirectory: z.boolean(),
  /** Settings from the environment, which win and can't be changed here. */
  fixed: z.array(z.enum(['entraIdSettings', 'releaseNotesUrl', 'errorReportingDsn'])),
  searchApiKey: SearchApiKey.nullable(),
  languageModelProviderApiKeys: z.array(LanguageModelProviderApiKey),
  featureFlags: z.array(
    z.object({
      name: FeatureFlagName,
      enabled: z.boolean(),
      /** Whether it is public. */
      client: z.boolean(),
      /** `Environment`: the configuration's value, until it is set here. */
      source: SettingSource,
    }),
  ),
  version: z.number().int(),
  updatedAt: timestamp,
})

const dollars = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((value) => hasDecimals(value, 6), 'Enter a price in US dollars with at most six decimals.')

/** The price of a deployment, in US dollars per million tokens. */
export const DeploymentPrice = z.strictObject({ inputPerMillion: dollars, outputPerMillion: dollars })

export const Deployment = z.object({
  languageEngine: LanguageEngine,
  deploymentName: z.string(),
  source: SettingSource,
  contextTokens: z.number().int(),
  maxOutputTokens: z.number().int(),
  reasoning: z.boolean(),
  vision: z.boolean(),
  /** The parameters that a configuration can set, with their bounds. */
  parameters: z.record(z.string(), z.object({ min: z.number(), max: z.number() })),
  purposes: z.array(DeploymentPurpose),
  approved: z.boolean(),
  /** When the provider last listed it. */
  lastProbe: timestamp.nullable(),
  /** The provider no longer lists it. */
  gone: z.boolean(),
  /** Null if unknown. Then it can't be used for anything with a money limit. */
  price: z.object({ inputPerMillion: z.number(), outputPerMillion: z.number() }).nullable(),
  /** In US dollars per image that it makes. Null to count the tokens that it reports. */
  imagePrice: z.number().nullable(),
  /** In US dollars per minute of a recording that it transcribes. Null if unknown. */
  minutePrice: z.number().nullable(),
  /** In US dollars per million characters that it reads aloud. Null if unknown. */
  speechPrice: z.number().nullable(),
  /** 0 for a deployment without settings here. */
  version: z.number().int(),
})

export const toolStates = ['Available', 'Reduced', 'NotConfigured', 'Off', 'NotApproved'] as const

export const InstanceTool = z.object({
  tool: CapabilityType,
  /**
   * `Reduced`: without what `missing` names. `NotConfigured`: not available. `Off`: turned off here. `NotApproved`: in the
   * compliance mode Strict.
   */
  state: z.enum(toolStates),
  /**
   * What isn’t installed: Debian packages, `namespaces` or `linux`. `redaction`: it would send to a provider what can’t be
   * redacted.
   */
  missing: z.array(z.string()),
  enabled: z.boolean(),
  approved: z.boolean(),
  version: z.number().int(),
})

const base = '/api/internal/instanceSettings' as const
const engine = z.strictObject({ languageEngine: KeyedEngine })

const read = { kind: 'json', method: 'GET', access: ['InstanceSettingsRead'], rate: 'read' } as const
const unrecorded = { audit: 'none', idempotency: 'none', params: nothing } as const
const write = { kind: 'json', access: ['InstanceSettingsWrite'], rate: 'write', idempotency: 'none' } as const
const tried = {
  method: 'POST',
  access: ['InstanceSettingsWrite'],
  rate: 'model',
  audit: 'apiKey.test',
  idempotency: 'optional',
} as const

/**
 * Settings of the whole instance. Requires the flag ShowInstanceSettingsPage, except for `updateFeatureFlag`.
 */
export const instanceSettings = {
  getAll: endpoint({
    ...read,
    ...unrecorded,
    path: base,
    response: AllInstanceSettings,
    etag: 'answers',
    purpose: 'Returns all instance settings. API keys show only their last four characters.',
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: base,
    audit: 'instanceSettings.update',
    input: z.strictObject({ ...changeable, limits: UsageLimits }),
    response: AllInstanceSettings,
    etag: 'required',
    purpose: 'Updates the name, the organization, and other settings that apply to everyone.',
  }),
  getSearchApiKey: endpoint({
    ...read,
    ...unrecorded,
    path: `${base}/searchApiKey`,
    response: z.object({ apiKey: SearchApiKey.nullable() }),
    purpose: 'Returns the visible part of the web search API key.',
  }),
  setSearchApiKey: endpoint({
    ...write,
    method: 'PUT',
    path: `${base}/searchApiKey`,
    audit: 'apiKey.set',
    input: z.strictObject({
      provider: SearchProvider,
      apiKey: secret.optional(),
      endpoint: address.nullable().optional(),
    }),
    response: z.object({ apiKey: SearchApiKey }),
    purpose:
      'Sets the web search API key. Without `apiKey`, the stored key is kept, which requires the same provider and host.',
  }),
  removeSearchApiKey: endpoint({
    ...write,
    method: 'DELETE',
    path: `${base}/searchApiKey`,
    audit: 'apiKey.remove',
    response: nothing,
    purpose: 'Deletes the web search API key.',
  }),
  testSearchApiKey: endpoint({
    ...tried,
    path: `${base}/searchApiKey/test`,
    response: z.object({ lastTest: KeyTest }),
    purpose: 'Tests the stored web search API key with one search.',
  }),
  getLanguageModelProviderApiKey: endpoint({
    ...read,
    ...unrecorded,
    path: `${base}/languageModelProviderApiKey`,
    input: z.strictObject({ languageEngine: KeyedEngine.optional() }),
    response: z.object({ items: z.array(LanguageModelProviderApiKey) }),
    purpose: 'Returns the visible part of the API keys of all model providers, or of one.',
  }),
  setLanguageModelProviderApiKey: endpoint({
    ...write,
    method: 'PUT',
    path: `${base}/languageModelProviderApiKey`,
    audit: 'apiKey.set',
    input: engine.extend({ apiKey: secret.optional(), endpoint: address.nullable().optional() }),
    response: z.object({ apiKey: LanguageModelProviderApiKey }),
    purpose:
      'Sets a provider’s API key and URL. Without `apiKey`, the stored key is kept if the host is the same.',
  }),
  removeLanguageModelProviderApiKey: endpoint({
    ...write,
    method: 'DELETE',
    path: `${base}/languageModelProviderApiKey`,
    audit: 'apiKey.remove',
    input: engine,
    response: nothing,
    purpose: 'Deletes a provider’s API key and URL. The body names the provider.',
  }),
  testLanguageModelProviderApiKey: endpoint({
    ...tried,
    path: `${base}/languageModelProviderApiKey/test`,
    input: engine.extend({ deploymentName: deploymentName.optional() }),
    response: z.object({
      lastTest: KeyTest,
      /** The number of deployments that the provider lists. Null if it has no list. */
      deployments: z.number().int().nullable(),
    }),
    purpose:
      'Tests a provider’s API key: lists and stores its deployments. Also tests one deployment, if named or if the provider has no list.',
  }),
  listDeployments: endpoint({
    ...read,
    ...unrecorded,
    path: `${base}/deployments`,
    response: z.object({ items: z.array(Deployment) }),
    purpose: 'Lists all known deployments, including those that agents can’t use.',
  }),
  updateDeployment: endpoint({
    ...write,
    method: 'PUT',
    path: `${base}/deployments/{deploymentName}`,
    audit: 'deployment.update',
    params: z.strictObject({ deploymentName }),
    input: engine.extend({
      approved: z.boolean(),
      purposes: z.array(DeploymentPurpose).max(deploymentPurposes.length),
      /** If absent, the price stays unchanged. */
      price: DeploymentPrice.nullable().optional(),
      /** In US dollars per image. If absent, it stays unchanged. */
      imagePrice: dollars.nullable().optional(),
      /** In US dollars per minute of a recording. If absent, it stays unchanged. */
      minutePrice: dollars.nullable().optional(),
      /** In US dollars per million characters of speech. If absent, it stays unchanged. */
      speechPrice: dollars.nullable().optional(),
      /** Whether it can read images. Null to detect that from its name. If absent, it stays unchanged. */
      vision: z.boolean().nullable().optional(),
    }),
    response: Deployment,
    etag: 'required',
    purpose:
      'Sets a deployment’s uses and price. Adds an unknown one (If-Match "0"). A manually added one with no use selected is removed.',
  }),
  getComplianceMode: endpoint({
    ...read,
    ...unrecorded,
    path: `${base}/complianceMode`,
    response: Compliance,
    etag: 'answers',
    purpose: 'Returns the compliance mode and how long conversations are stored.',
  }),
  setComplianceMode: endpoint({
    ...write,
    method: 'PUT',
    path: `${base}/complianceMode`,
    audit: 'compliance.set',
    input: ComplianceInput,
    response: Compliance,
    etag: 'required',
    purpose:
      'Sets the compliance mode and how long conversations are stored. What is too old is deleted within the hour.',
  }),
  updateFeatureFlag: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/internal/featureFlags/{name}',
    audit: 'featureFlag.set',
    params: z.strictObject({ name: FeatureFlagName }),
    input: z.strictObject({ enabled: z.boolean() }),
    response: z.object({ name: FeatureFlagName, enabled: z.boolean() }),
    purpose: 'Turns a feature on or off, starting with the next request.',
  }),
  getTools: endpoint({
    ...read,
    ...unrecorded,
    path: `${base}/tools`,
    response: z.object({ items: z.array(InstanceTool) }),
    purpose: 'Lists the tools that agents can use, and whether each is available.',
  }),
  updateTool: endpoint({
    ...write,
    method: 'PUT',
    path: `${base}/tools/{tool}`,
    audit: 'tool.update',
    params: z.strictObject({ tool: CapabilityType }),
    input: z.strictObject({ enabled: z.boolean(), approved: z.boolean() }),
    response: InstanceTool,
    etag: 'required',
    purpose: 'Turns a tool on or off for all agents.',
  }),
}
