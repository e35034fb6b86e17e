import { AnthropicReader } from './anthropicReader.ts'
import { anthropicBody } from './anthropicRequest.ts'
import type { Engine } from './engine.ts'
import { createWireEngine, type WireEngineNeeds } from './wireEngine.ts'

export const anthropicBaseUrl = 'https://api.anthropic.com'
const VERSION = '2023-06-01'

export function createAnthropicEngine(
  settings: { apiKey: string; baseUrl: string | null },
  needs: WireEngineNeeds,
): Engine {
  // The address is documented without its version; one that has it is taken as well.
  const base = (settings.baseUrl ?? anthropicBaseUrl).replace(/\/+$/, '').replace(/\/v1$/, '')
  return createWireEngine(
    {
      url: () => `${base}/v1/messages`,
      headers: { 'x-api-key': settings.apiKey, 'anthropic-version': VERSION },
      body: anthropicBody,
      createReader: (writer, thinks) => new AnthropicReader(writer, thinks),
    },
    needs,
  )
}
