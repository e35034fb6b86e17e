import { bearer, completionsBelow, createChatCompletionsEngine } from './chatCompletions.ts'
import type { Engine } from './engine.ts'
import type { WireEngineNeeds } from './wireEngine.ts'

/** Any server that speaks the chat completions form, a local one included; most need no key. */
export function createOpenAiCompatibleEngine(
  settings: { baseUrl: string; apiKey: string | null },
  needs: WireEngineNeeds,
): Engine {
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
