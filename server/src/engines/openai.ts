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

export const openAiBaseUrl = 'https://api.openai.com/v1'

interface Settings {
  apiKey: string
  baseUrl: string | null
}

export const openAiModels = ({ apiKey, baseUrl }: Settings): ModelList =>
  modelsBelow(baseUrl ?? openAiBaseUrl, apiKey)

export const openAiEmbeddings = ({ apiKey, baseUrl }: Settings): EmbeddingsAddress => ({
  url: embeddingsBelow(baseUrl ?? openAiBaseUrl),
  headers: bearer(apiKey),
})

export const openAiImages = ({ apiKey, baseUrl }: Settings): ImagesAddress => ({
  url: imagesBelow(baseUrl ?? openAiBaseUrl),
  headers: bearer(apiKey),
})

export const openAiAudio = ({ apiKey, baseUrl }: Settings): AudioAddress => ({
  url: audioBelow(baseUrl ?? openAiBaseUrl),
  headers: bearer(apiKey),
})

export function createOpenAiEngine(settings: Settings, needs: WireEngineNeeds): Engine {
  return createChatCompletionsEngine(
    {
      url: completionsBelow(settings.baseUrl ?? openAiBaseUrl),
      headers: bearer(settings.apiKey),
      maxTokensField: 'max_completion_tokens',
      returnsThinking: false,
    },
    needs,
  )
}
