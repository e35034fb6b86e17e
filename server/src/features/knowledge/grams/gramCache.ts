import { LRUCache } from 'lru-cache'
import type { NumberedCounts, readCounts } from './store.ts'

/** A library and the number of its index's last change. */
export interface LibraryChange {
  libraryId: number
  changeNumber: number
}

/** The combined gram counts of the permitted libraries. */
export interface GramStatistics {
  passages: number
  averageLength: number
  /** Returns how many passages contain a gram. */
  frequencyOf(gram: number): number
}

/** Libraries and the index that they are in. */
interface IndexedLibraries {
  /** Different for each index: change numbers of one say nothing about another. */
  key: string
  libraries: readonly LibraryChange[]
  read(changed: Parameters<typeof readCounts>[1]): ReturnType<typeof readCounts>
}

/** Each library uses 128 kB. */
const CACHED_LIBRARIES = 200

/** Caches libraries' counts in this process. Each question reads only what changed since the last one. */
export function createGramCache() {
  const cache = new LRUCache<string, NumberedCounts>({ max: CACHED_LIBRARIES })

  async function countsOf({ key, libraries, read }: IndexedLibraries): Promise<NumberedCounts[]> {
    const current: NumberedCounts[] = []
    const changed: { libraryId: number; known: NumberedCounts | null }[] = []
    for (const { libraryId, changeNumber } of libraries) {
      const known = cache.get(`${libraryId} ${key}`) ?? null
      if (known?.changeNumber === changeNumber) {
        current.push(known)
      } else {
        // A lower number means that these counts belong to another database.
        changed.push({ libraryId, known: known && known.changeNumber < changeNumber ? known : null })
      }
    }
    if (changed.length > 0) {
      for (const [libraryId, counts] of await read(changed)) {
        current.push(counts)
        cache.set(`${libraryId} ${key}`, counts)
      }
    }
    return current
  }

  return async (indexes: readonly IndexedLibraries[]): Promise<GramStatistics> => {
    const current = (await Promise.all(indexes.map(countsOf))).flat()
    const passages = current.reduce((sum, counts) => sum + counts.passages, 0)
    const length = current.reduce((sum, counts) => sum + counts.length, 0)
    return {
      passages,
      averageLength: length / Math.max(1, passages),
      frequencyOf: (gram) => {
        const sum = current.reduce((sum, counts) => sum + counts.frequencies[gram]!, 0)
        return Math.min(Math.max(sum, 0), passages)
      },
    }
  }
}
