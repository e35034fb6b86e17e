import { englishStopWords } from './stopWords.ts'

const scripts: readonly (readonly [language: string, script: RegExp])[] = [
  ['ar', /\p{Script=Arabic}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
]
/** Enough text for detection; the language rarely changes after the first pages. */
const SAMPLE_LENGTH = 20_000

/** Detects the language of a text from its script and most common words; otherwise returns `und`. */
export function languageOf(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const letters = count(sample, /\p{L}/gu)
  if (letters === 0) return 'und'
  for (const [language, script] of scripts) {
    // Japanese mixes its syllabaries with Han characters, so a small share of them is enough.
    if (count(sample, script) / letters > (language === 'ja' ? 0.1 : 0.3)) return language
  }
  const words = sample.toLowerCase().match(/[a-z]+/g) ?? []
  const common = words.filter((word) => englishStopWords.has(word)).length
  return words.length > 0 && common / words.length > 0.2 ? 'en' : 'und'
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found++
  return found
}
