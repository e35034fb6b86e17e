import { normalizeArabic } from './arabic.ts'
import { unspaced, unspacedRuns } from './scripts.ts'
import { createWordCache } from './wordCache.ts'

/**
 * Grams are stored as numbers below this. A passage has at most a few thousand distinct ones, so two grams of
 * one question rarely share a number. A library's counts of all of them fit into memory.
 */
export const GRAM_BUCKETS = 32_768

const GRAM_LENGTH = 4
const PAIR_LENGTH = 2
const words = /[\p{L}\p{N}\p{M}]+/gu
const asciiOnly = /^[a-z0-9]+$/
/**
 * A cache of grams by word: texts repeat their words, and a lookup costs a fraction of splitting and hashing.
 */
const known = createWordCache<number[]>(15_000)
const LONGEST_KNOWN = 40
const arabicLetter = /\p{Script=Arabic}/u
const latinMarks = /(\p{Script=Latin})\p{M}+/gu

/**
 * Returns the four-letter pieces of each word including its ends, in order and with repetitions. They match
 * where stems don't: compounds, names with several spellings, and unknown endings. `TERMS_VERSION` covers them.
 */
export function gramsOf(text: string): number[] {
  const found: number[] = []
  for (const word of text.normalize('NFKC').toLowerCase().match(words) ?? []) {
    for (const gram of gramsOfWord(word)) found.push(gram)
  }
  return found
}

function gramsOfWord(word: string): number[] {
  let grams = known.get(word)
  if (grams) return grams
  grams = []
  if (asciiOnly.test(word)) pushGrams(word, grams)
  else for (const run of runsOf(word)) pushRun(run, grams)
  // Very long words rarely repeat.
  if (word.length > LONGEST_KNOWN) return grams
  known.set(word, grams)
  return grams
}

function runsOf(word: string): string[] {
  return unspaced.test(word) ? (word.match(unspacedRuns) ?? []) : [word]
}

function pushRun(run: string, found: number[]): void {
  if (unspaced.test(run)) pushPieces(run, PAIR_LENGTH, found)
  else pushGrams(arabicLetter.test(run) ? normalizeArabic(run) : withoutMarks(run), found)
}

function withoutMarks(word: string): string {
  return word.normalize('NFD').replace(latinMarks, '$1').normalize('NFC')
}

function pushGrams(word: string, found: number[]): void {
  if (word !== '') pushPieces(` ${word} `, GRAM_LENGTH, found)
}

function pushPieces(text: string, length: number, found: number[]): void {
  if (text.length <= length) found.push(bucketOf(text, 0, text.length))
  else for (let at = 0; at + length <= text.length; at++) found.push(bucketOf(text, at, at + length))
}

/** FNV-1a with a final mix, because its low bits alone distribute short texts poorly. */
function bucketOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) % GRAM_BUCKETS
}
