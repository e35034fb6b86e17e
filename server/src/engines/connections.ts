import type { keyedEngines } from '@parlance/contract/instanceSettings'
import type { Config } from '../config/config.ts'
import { anthropicBaseUrl, anthropicModels, createAnthropicEngine } from './anthropic.ts'
import type { AudioAddress } from './audio.ts'
import {
  azureOpenAiAudio,
  azureOpenAiEmbeddings,
  azureOpenAiImages,
  azureOpenAiModels,
  createAzureOpenAiEngine,
} from './azureOpenai.ts'
import type { EmbeddingsAddress } from './embeddings.ts'
import type { Engine } from './engine.ts'
import type { ImagesAddress } from './images.ts'
import type { ModelList } from './modelList.ts'
import {
  createOpenAiEngine,
  openAiAudio,
  openAiBaseUrl,
  openAiEmbeddings,
  openAiImages,
  openAiModels,
} from './openai.ts'
import {
  createOpenAiCompatibleEngine,
  openAiCompatibleAudio,
  openAiCompatibleEmbeddings,
  openAiCompatibleImages,
  openAiCompatibleModels,
} from './openaiCompatible.ts'
import type { WireEngineNeeds } from './wireEngine.ts'

export type KeyedEngine = (typeof keyedEngines)[number]

/** How an engine reaches its provider; `baseUrl` is null for the provider's own URL. */
export interface Connection {
  apiKey: string | null
  baseUrl: string | null
}
export type Connections = Partial<Record<KeyedEngine, Connection>>

/** The provider's own URL; null if each customer has a separate one. */
export const ownBaseUrl: Record<KeyedEngine, string | null> = {
  OpenAI: openAiBaseUrl,
  AzureOpenAI: null,
  Anthropic: anthropicBaseUrl,
  OpenAICompatible: null,
}

/** Most self-hosted servers need no key. */
export const needsKey = (languageEngine: KeyedEngine): boolean => languageEngine !== 'OpenAICompatible'

/** Returns the connection that the environment configures for an engine, or null. */
export function configuredConnection(
  { engines }: Pick<Config, 'engines'>,
  languageEngine: KeyedEngine,
): Connection | null {
  const { apiKey, baseUrl } = engines[languageEngine]
  const connection = { apiKey, baseUrl }
  return isWhole(languageEngine, connection) ? connection : null
}

/** Whether a connection has everything needed to reach a provider. */
export function isWhole(languageEngine: KeyedEngine, { apiKey, baseUrl }: Connection): boolean {
  return (apiKey !== null || !needsKey(languageEngine)) && (baseUrl ?? ownBaseUrl[languageEngine]) !== null
}

interface Connected {
  engine(needs: WireEngineNeeds): Engine
  models: ModelList
  /** Null for a provider that has no embeddings. */
  embeddings: EmbeddingsAddress | null
  /** Null for a provider that makes no images. */
  images: ImagesAddress | null
  /** Null for a provider that neither transcribes nor reads aloud. */
  audio: AudioAddress | null
}

/** Creates the engine for a complete connection. */
export function connect(
  languageEngine: KeyedEngine,
  connection: Connection,
  { azureApiVersion }: Pick<Config, 'azureApiVersion'>,
): Connected {
  const apiKey = connection.apiKey ?? ''
  const baseUrl = connection.baseUrl ?? ownBaseUrl[languageEngine] ?? ''
  const settings = { apiKey, baseUrl }
  switch (languageEngine) {
    case 'OpenAI':
      return {
        engine: (needs) => createOpenAiEngine(settings, needs),
        models: openAiModels(settings),
        embeddings: openAiEmbeddings(settings),
        images: openAiImages(settings),
        audio: openAiAudio(settings),
      }
    case 'AzureOpenAI': {
      const azure = { ...settings, apiVersion: azureApiVersion }
      return {
        engine: (needs) => createAzureOpenAiEngine(azure, needs),
        models: azureOpenAiModels(azure),
        embeddings: azureOpenAiEmbeddings(azure),
        images: azureOpenAiImages(azure),
        audio: azureOpenAiAudio(azure),
      }
    }
    case 'Anthropic':
      return {
        engine: (needs) => createAnthropicEngine(settings, needs),
        models: anthropicModels(settings),
        embeddings: null,
        images: null,
        audio: null,
      }
    case 'OpenAICompatible': {
      const own = { apiKey: connection.apiKey, baseUrl }
      return {
        engine: (needs) => createOpenAiCompatibleEngine(own, needs),
        models: openAiCompatibleModels(own),
        embeddings: openAiCompatibleEmbeddings(own),
        images: openAiCompatibleImages(own),
        audio: openAiCompatibleAudio(own),
      }
    }
  }
}
