import type { AudioAddress } from './audio.ts'
import {
  audioBelow,
  bearer,
  completionsBelow,
  createChatCompletionsEngine,
  embeddingsBelow,
  imagesBelow,
  modelsBelow,
} from './chatCompletions.ts'
import type { EmbeddingsAddress } from './embeddings.ts'
import type { Engine } from './engine.ts'
import type { ImagesAddress } from './images.ts'
import type { ModelList } from './modelList.ts'
import type { WireEngineNeeds } from './wireEngine.ts'

interface Settings {
  baseUrl: string
  apiKey: string | null
}

export const openAiCompatibleModels = ({ baseUrl, apiKey }: Settings): ModelList =>
  modelsBelow(baseUrl, apiKey)

export const openAiCompatibleEmbeddings = ({ baseUrl, apiKey }: Settings): EmbeddingsAddress => ({
  url: embeddingsBelow(baseUrl),
  headers: bearer(apiKey),
})

export const openAiCompatibleImages = ({ apiKey, baseUrl }: Settings): ImagesAddress => ({
  url: imagesBelow(baseUrl),
  headers: bearer(apiKey),
})

export const openAiCompatibleAudio = ({ apiKey, baseUrl }: Settings): AudioAddress => ({
  url: audioBelow(baseUrl),
  headers: bearer(apiKey),
})

/** Any server that speaks the chat completions format, including local ones; most need no key. */
export function createOpenAiCompatibleEngine(settings: Settings, needs: WireEngineNeeds): Engine {
  return createChatCompletionsEngine(
    {
      url: completionsBelow(settings.baseUrl),
      headers: bearer(settings.apiKey),
      maxTokensField: 'max_tokens',
      returnsThinking: true,
    },
    needs,
  )
}
