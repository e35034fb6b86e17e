import { createChatCompletionsEngine } from './chatCompletions.ts'
import type { Engine } from './engine.ts'
import type { ModelList } from './modelList.ts'
import type { WireEngineNeeds } from './wireEngine.ts'

/** Azure's name for its API without dated versions. */
const azureCurrentVersion = 'v1'

/** The API version in which a resource lists its deployments; later ones list only available models. */
const LISTING_VERSION = '2022-12-01'

interface Settings {
  baseUrl: string
  apiKey: string
  apiVersion: string
}

// Azure shows URLs with and without this suffix; both are accepted.
const resourceOf = ({ baseUrl }: Pick<Settings, 'baseUrl'>) =>
  baseUrl.replace(/\/+$/, '').replace(/\/openai(\/v1)?$/, '')

export const azureOpenAiModels = (settings: Settings): ModelList => ({
  url: `${resourceOf(settings)}/openai/deployments?api-version=${LISTING_VERSION}`,
  headers: { 'api-key': settings.apiKey },
})

/**
 * OpenAI models on Azure. `v1` calls `/openai/v1`, where the body names the deployment. A dated version such as
 * `2024-10-21` calls `/openai/deployments/…`, where the URL names it.
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
