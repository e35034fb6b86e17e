import { stem } from 'porter2'
import { normalizeArabic, stemArabic } from './arabic.ts'
import { unspaced, unspacedRuns } from './scripts.ts'
import { englishStopWords, isArabicStopWord } from './stopWords.ts'
import { createWordCache } from './wordCache.ts'

/**
 * Increased whenever `terms`, `gramsOf`, or `languageOf` returns something different for any text. An index
 * from another version can't be searched well, so its passages are indexed again. Version 1 had no grams.
 */
export const TERMS_VERSION = 2

/** Longer runs are encoded data or mistakes, and their start is distinctive enough. */
const MAX_TERM_LENGTH = 64

const words = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu
const asciiOnly = /^[a-z0-9]+$/
const arabicLetter = /\p{Script=Arabic}/u
const latinMarks = /(\p{Script=Latin})\p{M}+/gu
/** "don't", "they've": contracted stop words. */
const contraction =
  /^(?:\p{L}+n['’ʼ]t|(?:i|you|he|she|it|we|they|that|there|what|who|where|how)['’ʼ](?:m|ve|d|ll|re|s))$/u
const easternDigits = /[٠-٩۰-۹]/g
const asciiDigit = (digit: string): string => String((digit.codePointAt(0) ?? 0) & 0xf)

/** A cache of stems by word: texts repeat their words, and a lookup costs a tenth of stemming. */
const known = createWordCache<{ term: string | null }>(25_000)

/**
 * Returns the searchable terms of a text, in order and with repetitions. Documents and questions use the same
 * function, so that they match.
 */
export function terms(text: string): string[] {
  const found: string[] = []
  const plain = text.normalize('NFKC').toLowerCase().replace(easternDigits, asciiDigit)
  // Matched all at once: passages are short, and an iterator costs three times as much.
  for (const word of plain.match(words) ?? []) {
    if (asciiOnly.test(word)) pushKnown(word, found)
    else pushForeign(word, found)
  }
  return found
}

/** Returns for each term of a text the word it was made from, as written: "daily" for "daili". */
export function wordsByTerm(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const word of text.normalize('NFKC').match(words) ?? []) {
    const [term, ...others] = terms(word)
    if (term !== undefined && others.length === 0 && !found.has(term)) found.set(term, word)
  }
  return found
}

function pushKnown(word: string, found: string[]): void {
  let entry = known.get(word)
  if (!entry) {
    entry = { term: termOf(word) }
    known.set(word, entry)
  }
  if (entry.term !== null) found.push(entry.term)
}

function pushForeign(word: string, found: string[]): void {
  const runs = unspaced.test(word) ? (word.match(unspacedRuns) ?? []) : [word]
  for (const run of runs) {
    if (unspaced.test(run)) pushPairs(run, found)
    else pushKnown(run, found)
  }
}

function pushPairs(run: string, found: string[]): void {
  const characters = [...run]
  if (characters.length === 1) found.push(run)
  for (let at = 0; at + 1 < characters.length; at++) found.push(`${characters[at]}${characters[at + 1]}`)
}

/** Returns a word's term, or null for a word without meaning for search. */
function termOf(word: string): string | null {
  if (arabicLetter.test(word)) {
    const spelled = normalizeArabic(word)
    if (spelled === '' || isArabicStopWord(spelled)) return null
    return stemArabic(spelled).slice(0, MAX_TERM_LENGTH)
  }
  if (contraction.test(word)) return null
  const plain = fold(word)
  if (plain === '' || englishStopWords.has(plain)) return null
  const term = /^[a-z]+$/.test(plain) ? stem(plain) : plain
  return term.slice(0, MAX_TERM_LENGTH)
}

/** Makes "cafe" find "café", and "dog's" find "dog". */
function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(latinMarks, '$1')
    .normalize('NFC')
    .replace(/['’ʼ]s$/, '')
    .replace(/['’ʼ]/g, '')
}
