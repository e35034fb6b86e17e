import { AnthropicReader } from './anthropicReader.ts'
import { anthropicBody } from './anthropicRequest.ts'
import type { Engine } from './engine.ts'
import type { ModelList } from './modelList.ts'
import { createWireEngine, type WireEngineNeeds } from './wireEngine.ts'

export const anthropicBaseUrl = 'https://api.anthropic.com'
const VERSION = '2023-06-01'

/** More than there are: the list comes in one piece. */
const LISTED = 1000

interface Settings {
  apiKey: string
  baseUrl: string | null
}

// The address is documented without its version; one that has it is taken as well.
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
