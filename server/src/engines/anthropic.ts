import { AnthropicReader } from './anthropicReader.ts'
import { anthropicBody } from './anthropicRequest.ts'
import type { Engine } from './engine.ts'
import type { ModelList } from './modelList.ts'
import { createWireEngine, type WireEngineNeeds } from './wireEngine.ts'

export const anthropicBaseUrl = 'https://api.anthropic.com'
const VERSION = '2023-06-01'

/** More than exist, so that the list fits on one page. */
const LISTED = 1000

interface Settings {
  apiKey: string
  baseUrl: string | null
}

// The documented URL has no version; a URL with a version is accepted too.
const versioned = ({ baseUrl }: Settings) =>
  `${(baseUrl ?? anthropicBaseUrl).replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
const headersOf = ({ apiKey }: Settings) => ({ 'x-api-key': apiKey, 'anthropic-version': VERSION })

export const anthropicModels = (settings: Settings): ModelList => ({
  url: `${versioned(settings)}/models?limit=${LISTED}`,
  headers: headersOf(settings),
})

export function createAnthropicEngine(settings: Settings, needs: WireEngineNeeds): Engine {
  const url = `${versioned(settings)}/messages`
  return createWireEngine(
    {
      url: () => url,
      headers: headersOf(settings),
      body: anthropicBody,
      createReader: (writer, thinks) => new AnthropicReader(writer, thinks),
    },
    needs,
  )
}
