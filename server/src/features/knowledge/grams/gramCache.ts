import { LRUCache } from 'lru-cache'
import type { Sql } from '../../../platform/database/database.ts'
import { type NumberedCounts, readCounts } from './store.ts'

/** A library and the number of the last change of its index. */
export interface LibraryChange {
  libraryId: number
  changeNumber: number
}

/** The permitted libraries' counts of grams together. */
export interface GramStatistics {
  passages: number
  averageLength: number
  /** In how many passages a gram stands. */
  frequencyOf(gram: number): number
}

/** 128 kB each. */
const CACHED_LIBRARIES = 200

/** Libraries' counts in this process's memory; each question asks for what has changed since the last one only. */
export function createGramCache(db: Sql) {
  const cache = new LRUCache<number, NumberedCounts>({ max: CACHED_LIBRARIES })

  return async (libraries: readonly LibraryChange[]): Promise<GramStatistics> => {
    const current: NumberedCounts[] = []
    const changed: { libraryId: number; known: NumberedCounts | null }[] = []
    for (const { libraryId, changeNumber } of libraries) {
      const known = cache.get(libraryId) ?? null
      if (known?.changeNumber === changeNumber) {
        current.push(known)
      } else {
        // A number that went back belongs to another database than the one these counts are of.
        changed.push({ libraryId, known: known && known.changeNumber < changeNumber ? known : null })
      }
    }
    if (changed.length > 0) {
      for (const [libraryId, counts] of await readCounts(db, changed)) {
        current.push(counts)
        cache.set(libraryId, counts)
      }
    }
    const passages = current.reduce((sum, counts) => sum + counts.passages, 0)
    const length = current.reduce((sum, counts) => sum + counts.length, 0)
    return {
      passages,
      averageLength: length / Math.max(1, passages),
      frequencyOf: (gram) => current.reduce((sum, counts) => sum + counts.frequencies[gram]!, 0),
    }
  }
}
