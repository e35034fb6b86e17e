import type { AudioAddress } from './audio.ts'
import { createChatCompletionsEngine } from './chatCompletions.ts'
import type { EmbeddingsAddress } from './embeddings.ts'
import type { Engine } from './engine.ts'
import type { ImagesAddress } from './images.ts'
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
 * Returns the URL of one of a resource's operations. `v1` is called below `/openai/v1`, where the body names the
 * deployment. A dated version such as `2024-10-21` is called below `/openai/deployments/…`, where the URL names it.
 */
function operationOf(settings: Settings, operation: string): (deploymentName: string) => string {
  const endpoint = resourceOf(settings)
  const version = encodeURIComponent(settings.apiVersion)
  return settings.apiVersion === azureCurrentVersion
    ? () => `${endpoint}/openai/v1/${operation}`
    : (deploymentName) =>
        `${endpoint}/openai/deployments/${encodeURIComponent(deploymentName)}/${operation}?api-version=${version}`
}

export const azureOpenAiEmbeddings = (settings: Settings): EmbeddingsAddress => ({
  url: operationOf(settings, 'embeddings'),
  headers: { 'api-key': settings.apiKey },
})

export const azureOpenAiImages = (settings: Settings): ImagesAddress => ({
  url: (deploymentName, operation) => operationOf(settings, `images/${operation}`)(deploymentName),
  headers: { 'api-key': settings.apiKey },
})

export const azureOpenAiAudio = (settings: Settings): AudioAddress => ({
  url: (deploymentName, operation) => operationOf(settings, `audio/${operation}`)(deploymentName),
  headers: { 'api-key': settings.apiKey },
})

/** OpenAI models on Azure. */
export function createAzureOpenAiEngine(settings: Settings, needs: WireEngineNeeds): Engine {
  return createChatCompletionsEngine(
    {
      url: operationOf(settings, 'chat/completions'),
      headers: { 'api-key': settings.apiKey },
      maxTokensField: 'max_completion_tokens',
      returnsThinking: false,
    },
    needs,
  )
}
