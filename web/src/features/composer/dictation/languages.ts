/** Languages that browsers recognize, the first of each language being the usual one. */
const offered = [
  'en-US',
  'en-GB',
  'ar-SA',
  'ar-EG',
  'ar-AE',
  'de-DE',
  'es-ES',
  'fr-FR',
  'hi-IN',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'ru-RU',
  'tr-TR',
  'uk-UA',
  'zh-CN',
] as const

/** Returns the languages to choose from, those of the browser first. */
export function dictationLanguages(browserLanguages: readonly string[]): string[] {
  const own = browserLanguages.filter((language) => language.includes('-'))
  return [...new Set([...own, ...offered])]
}

/** Returns the language that people most likely speak: the page’s language, in the variant that the browser prefers. */
export function likelyLanguage(pageLanguage: string, browserLanguages: readonly string[]): string {
  const all = dictationLanguages(browserLanguages)
  return all.find((language) => language.split('-')[0] === pageLanguage) ?? all[0] ?? pageLanguage
}
