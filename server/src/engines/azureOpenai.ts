import { createChatCompletionsEngine } from './chatCompletions.ts'
import type { Engine } from './engine.ts'
import type { ModelList } from './modelList.ts'
import type { WireEngineNeeds } from './wireEngine.ts'

/** Azure's own name for its interface without dated versions. */
const azureCurrentVersion = 'v1'

/** The version in which a resource itself says what is deployed on it; the later ones name only what could be. */
const LISTING_VERSION = '2022-12-01'

interface Settings {
  baseUrl: string
  apiKey: string
  apiVersion: string
}

// Azure shows addresses with and without their end; both are taken.
const resourceOf = ({ baseUrl }: Pick<Settings, 'baseUrl'>) =>
  baseUrl.replace(/\/+$/, '').replace(/\/openai(\/v1)?$/, '')

export const azureOpenAiModels = (settings: Settings): ModelList => ({
  url: `${resourceOf(settings)}/openai/deployments?api-version=${LISTING_VERSION}`,
  headers: { 'api-key': settings.apiKey },
})

/**
 * OpenAI's models at Azure. `v1` asks below `/openai/v1`, where the body names the deployment; a dated version such
 * as `2024-10-21` asks below `/openai/deployments/…`, where the address does.
 */
export function createAzureOpenAiEngine(settings: Settings, needs: WireEngineNeeds): Engine {
  const endpoint = resourceOf(settings)
  const version = encodeURIComponent(settings.apiVersion)
  return createChatCompletionsEngine(
    {
      url:
        settings.apiVersion === azureCurrentVersion
          ? () => `${endpoint}/openai/v1/chat/completions`
          : (deploymentName) =>
              `${endpoint}/openai/deployments/${encodeURIComponent(deploymentName)}/chat/completions?api-version=${version}`,
      headers: { 'api-key': settings.apiKey },
      maxTokensField: 'max_completion_tokens',
      returnsThinking: false,
    },
    needs,
  )
}
