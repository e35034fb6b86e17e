import { bearer, completionsBelow, createChatCompletionsEngine } from './chatCompletions.ts'
import type { Engine } from './engine.ts'
import type { WireEngineNeeds } from './wireEngine.ts'

export const openAiBaseUrl = 'https://api.openai.com/v1'

export function createOpenAiEngine(
  settings: { apiKey: string; baseUrl: string | null },
  needs: WireEngineNeeds,
): Engine {
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
