/** How long browsers take at most to load their voices. */
const LOAD_MS = 2000
/** Scripts that say the language, or at least one that has the voice. */
const scripts: readonly (readonly [script: RegExp, language: string, others: readonly string[]])[] = [
  [/\p{Script=Arabic}/u, 'ar', ['fa', 'ur']],
  [/\p{Script=Hebrew}/u, 'he', []],
  [/\p{Script=Cyrillic}/u, 'ru', ['uk', 'bg', 'sr']],
  [/\p{Script=Greek}/u, 'el', []],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja', []],
  [/\p{Script=Hangul}/u, 'ko', []],
  [/\p{Script=Han}/u, 'zh', ['ja']],
  [/\p{Script=Devanagari}/u, 'hi', []],
]
/** Languages of the page that are written in Latin letters. */
const LATIN = /^(?!(ar|fa|ur|he|ru|uk|bg|sr|el|ja|ko|zh|hi)$)/

/** Returns the language in which a text is read: by its script, or else the page’s language. */
export function spokenLanguage(text: string, pageLanguage: string): string {
  const first = /\p{L}/u.exec(text)?.[0] ?? ''
  // Japanese mixes its syllabaries with Han characters.
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  const found = scripts.find(([script]) => script.test(first))
  if (!found) return LATIN.test(pageLanguage) ? pageLanguage : 'en'
  const [, language, others] = found
  if (language === 'zh' && isJapanese) return 'ja'
  return others.includes(pageLanguage) ? pageLanguage : language
}

async function voices(): Promise<SpeechSynthesisVoice[]> {
  const there = speechSynthesis.getVoices()
  if (there.length > 0) return there
  await new Promise<void>((resolve) => {
    speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
    setTimeout(resolve, LOAD_MS)
  })
  return speechSynthesis.getVoices()
}

/**
 * Returns a voice for a language, best one of this machine. Others get the text, so they are only used if there is no
 * other. Null if the browser has none.
 */
export async function voiceFor(language: string): Promise<SpeechSynthesisVoice | null> {
  const fitting = (await voices()).filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language)
  const ranked = fitting.toSorted(
    (one, other) =>
      Number(other.localService) - Number(one.localService) || Number(other.default) - Number(one.default),
  )
  return ranked[0] ?? null
}
