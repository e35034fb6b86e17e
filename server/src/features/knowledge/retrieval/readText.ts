import { LRUCache } from 'lru-cache'
import { gramsOf } from '../../../platform/language/grams.ts'
import { terms as termsOf } from '../../../platform/language/terms.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import { gramTextOf } from '../grams/gramCounts.ts'
import type { RankedPassage } from './store.ts'

/** A passage as it is compared with a question and with other passages. */
export interface ReadText {
  /** Of its title, headings, and text. */
  grams: Uint16Array
  terms: readonly string[]
  /** Of its text alone, sorted. */
  ownGrams: Uint16Array
}

/** Caches texts read recently, because questions about one subject find the same passages. About 5 kB each. */
const lately = new LRUCache<string, ReadText>({ max: 3000 })

export function readText({ fileName, heading, text }: RankedPassage): ReadText {
  const whole = gramTextOf(titleOf(fileName), heading, text)
  const known = lately.get(whole)
  if (known) return known
  const grams = Uint16Array.from(gramsOf(whole))
  const above = gramsOf(gramTextOf(titleOf(fileName), heading, '')).length
  const read = { grams, terms: termsOf(whole), ownGrams: grams.slice(above).sort() }
  lately.set(whole, read)
  return read
}
