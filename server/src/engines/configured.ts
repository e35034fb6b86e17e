import type { Config } from '../config.ts'
import type { Egress } from '../platform/egress/egress.ts'
import { createAnthropicEngine } from './anthropic.ts'
import { createAzureOpenAiEngine } from './azureOpenai.ts'
import { describeDeployment } from './deployments.ts'
import type { Engine } from './engine.ts'
import { createOpenAiEngine } from './openai.ts'
import { createOpenAiCompatibleEngine } from './openaiCompatible.ts'
import { type ProviderLimits, providerLimits } from './providerCall.ts'
import { createEngineRegistry, type EngineRegistry, type LanguageEngine } from './registry.ts'
import { defaultConcurrentCalls, type WireEngineNeeds } from './wireEngine.ts'

type Configurable = keyof Config['engines']

/** The engines that the environment configures. `limits` and `more` are for the test application. */
export function createConfiguredEngines(
  config: Config,
  egress: Egress,
  limits: ProviderLimits = providerLimits,
  more: Partial<Record<LanguageEngine, Engine>> = {},
): EngineRegistry {
  const describe = (languageEngine: LanguageEngine, deploymentName: string) =>
    describeDeployment(
      languageEngine,
      deploymentName,
      languageEngine === 'BuiltIn' ? {} : config.engines[languageEngine],
    )
  const needsOf = (languageEngine: Configurable): WireEngineNeeds => ({
    egress,
    limits,
    concurrentCalls: config.engines[languageEngine].concurrentCalls ?? defaultConcurrentCalls,
    describe: (deploymentName) => describe(languageEngine, deploymentName),
  })
  const engines = { ...enginesOf(config, needsOf), ...more }
  const deployments = (Object.keys(config.engines) as Configurable[])
    .filter((languageEngine) => engines[languageEngine])
    .flatMap((languageEngine) =>
      config.engines[languageEngine].deployments.map((name) => describe(languageEngine, name)),
    )
  return createEngineRegistry(engines, deployments, describe)
}

function enginesOf(
  { engines, azureApiVersion }: Config,
  needsOf: (languageEngine: Configurable) => WireEngineNeeds,
): Partial<Record<LanguageEngine, Engine>> {
  const { OpenAI, AzureOpenAI, Anthropic, OpenAICompatible } = engines
  const found: Partial<Record<LanguageEngine, Engine>> = {}
  if (OpenAI.apiKey) {
    found.OpenAI = createOpenAiEngine({ ...OpenAI, apiKey: OpenAI.apiKey }, needsOf('OpenAI'))
  }
  if (AzureOpenAI.apiKey && AzureOpenAI.baseUrl) {
    const { apiKey, baseUrl } = AzureOpenAI
    const settings = { apiKey, baseUrl, apiVersion: azureApiVersion }
    found.AzureOpenAI = createAzureOpenAiEngine(settings, needsOf('AzureOpenAI'))
  }
  if (Anthropic.apiKey) {
    found.Anthropic = createAnthropicEngine({ ...Anthropic, apiKey: Anthropic.apiKey }, needsOf('Anthropic'))
  }
  if (OpenAICompatible.baseUrl) {
    const { apiKey, baseUrl } = OpenAICompatible
    found.OpenAICompatible = createOpenAiCompatibleEngine({ apiKey, baseUrl }, needsOf('OpenAICompatible'))
  }
  return found
}
