import { analyticsTexts } from '../lang/en.ts'

/** Names a model provider. */
export function engineText(languageEngine: string | null): string {
  if (languageEngine === 'AzureOpenAI') return 'Azure OpenAI'
  if (languageEngine === 'OpenAICompatible') return analyticsTexts.text('openAICompatible')
  return languageEngine ?? '–'
}
