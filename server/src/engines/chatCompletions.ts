import { ChatCompletionsReader } from './chatCompletionsReader.ts'
import { type ChatCompletionsShape, chatCompletionsBody } from './chatCompletionsRequest.ts'
import type { Engine } from './engine.ts'
import type { ModelList } from './modelList.ts'
import { createWireEngine, type WireEngineNeeds } from './wireEngine.ts'

export interface ChatCompletionsSettings extends ChatCompletionsShape {
  url(deploymentName: string): string
  headers: Record<string, string>
}

/** An engine for any service that speaks the chat completions wire format. */
export function createChatCompletionsEngine(
  settings: ChatCompletionsSettings,
  needs: WireEngineNeeds,
): Engine {
  return createWireEngine(
    {
      url: settings.url,
      headers: settings.headers,
      body: (request, deployment, learned) => chatCompletionsBody(request, deployment, learned, settings),
      createReader: (writer, thinks) => new ChatCompletionsReader(writer, thinks),
    },
    needs,
  )
}

/**
 * Returns the chat completions URL for a base URL that includes its version, such as
 * `https://api.openai.com/v1`.
 */
export const completionsBelow = (baseUrl: string) => {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`
  return () => url
}

/** Returns the embeddings URL under the same base URL. */
export const embeddingsBelow = (baseUrl: string) => {
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`
  return () => url
}

/** Returns the URLs for images under the same base URL. */
export const imagesBelow = (baseUrl: string) => (_deploymentName: string, operation: string) =>
  `${baseUrl.replace(/\/+$/, '')}/images/${operation}`

export const audioBelow = (baseUrl: string) => (_deploymentName: string, operation: string) =>
  `${baseUrl.replace(/\/+$/, '')}/audio/${operation}`

/** Returns the request for the list of models under the same base URL. */
export const modelsBelow = (baseUrl: string, apiKey: string | null): ModelList => ({
  url: `${baseUrl.replace(/\/+$/, '')}/models`,
  headers: bearer(apiKey),
})

export const bearer = (apiKey: string | null): Record<string, string> =>
  apiKey ? { authorization: `Bearer ${apiKey}` } : {}
