import type { Sql } from '../../../platform/database/database.ts'
import type { NumberedCounts } from '../grams/store.ts'
import type { SearchedIndex } from '../ownIndexes/ownIndexes.ts'
import type { Statistics } from './store.ts'

/** How long a question waits for an index elsewhere, for all that it asks of it together. */
const ELSEWHERE_MS = 3000

/** What a search has waited for other databases, and which of them didn't answer. */
export function createLimits() {
  const left = new Map<string, number>()
  const failed = new Map<string, number>()
  return {
    async ask<T>(index: SearchedIndex, work: (db: Sql) => Promise<T>): Promise<T | null> {
      const begun = performance.now()
      const ms = left.get(index.key) ?? ELSEWHERE_MS
      const found = await index.ask(ms, work)
      if (found === null) failed.set(index.key, index.libraries.length)
      left.set(index.key, ms - (performance.now() - begun))
      return found
    },
    unsearched: () => [...failed.values()].reduce((sum, libraries) => sum + libraries, 0),
  }
}

export type Limits = ReturnType<typeof createLimits>

/** Leaves out what can't be counts. */
export function onlyCounts(found: Map<number, NumberedCounts>): Map<number, NumberedCounts> {
  const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0
  return new Map(
    [...found].filter(
      ([, { passages, length, changeNumber }]) =>
        isCount(passages) && isCount(length) && Number.isSafeInteger(changeNumber),
    ),
  )
}

/** As the database writes them. */
export const PASSAGE_ID = /^\d{1,18}$/

export const isFirst = (found: readonly { passageId: string }[], at: number): boolean =>
  found.findIndex(({ passageId }) => passageId === found[at]!.passageId) === at

/** Of files whose first version is being indexed. */
const UNFINISHED_PASSAGES = 200_000
/** More than any passage has. */
const MOST_WORDS = 100_000

/** Returns what an index elsewhere says of the libraries that were asked for; null if that can't be. */
export function plausible(found: Statistics, index: SearchedIndex, terms: string[]): Statistics | null {
  const ids = new Set(index.libraries.map(({ libraryId }) => libraryId))
  // Each once, in whichever order.
  const libraries = found.libraries.filter(
    ({ libraryId, changeNumber }) => Number.isSafeInteger(changeNumber) && ids.delete(libraryId),
  )
  const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0
  const { passages, averageLength } = found
  // While files are replaced, both versions are there.
  const known = index.libraries.reduce((sum, library) => sum + library.passages, 0)
  const isPossible = isCount(passages) && passages <= 2 * known + UNFINISHED_PASSAGES
  if (!isPossible || !(averageLength >= 0 && averageLength < MOST_WORDS)) return null
  const asked = new Set(terms)
  const frequencies = new Map(
    [...found.frequencies].filter(([term, df]) => asked.has(term) && isCount(df) && df <= passages),
  )
  return { ...found, libraries, frequencies }
}
