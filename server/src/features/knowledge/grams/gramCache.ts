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
const LIBRARIES_HELD = 200

/** Libraries' counts in this process's memory; each question asks for what has changed since the last one only. */
export function createGramCache(db: Sql) {
  const held = new Map<number, NumberedCounts>()

  function hold(libraryId: number, counts: NumberedCounts): void {
    held.delete(libraryId)
    held.set(libraryId, counts)
    // The one that was asked longest ago is the first in the map's order.
    if (held.size > LIBRARIES_HELD) held.delete(held.keys().next().value!)
  }

  return async (libraries: readonly LibraryChange[]): Promise<GramStatistics> => {
    const current: NumberedCounts[] = []
    const changed: { libraryId: number; known: NumberedCounts | null }[] = []
    for (const { libraryId, changeNumber } of libraries) {
      const known = held.get(libraryId) ?? null
      if (known?.changeNumber === changeNumber) {
        current.push(known)
        hold(libraryId, known)
      } else {
        // A number that went back belongs to another database than the one these counts are of.
        changed.push({ libraryId, known: known && known.changeNumber < changeNumber ? known : null })
      }
    }
    if (changed.length > 0) {
      for (const [libraryId, counts] of await readCounts(db, changed)) {
        current.push(counts)
        hold(libraryId, counts)
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
