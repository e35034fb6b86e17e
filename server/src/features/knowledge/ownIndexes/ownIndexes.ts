import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isRefusedData, type Sql } from '../../../platform/database/database.ts'
import { inTime } from '../../../platform/database/inTime.ts'
import { AppError } from '../../../platform/errors.ts'
import { createOutage } from '../../../platform/log/outage.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Credentials } from '../endpoints/credentials.ts'
import { readByNumber, readIndexed } from '../endpoints/store.ts'
import { deleteOutdatedCounts } from '../grams/store.ts'
import { connectIndex, type IndexConnections } from './connectIndex.ts'
import type { IndexPlace } from './place.ts'
import { prepareIndex, readIndexOwner } from './schemaStore.ts'

/** The index that a library has in another database. Errors are those of `IndexConnections`. */
export type OwnIndex = Pick<IndexConnections, 'transaction'>

/** Libraries whose passages are in the same index of their own. */
export interface SearchedIndex {
  /** Different for each index. */
  key: string
  /** `passages`: how many of them the instance’s database knows. */
  libraries: { libraryId: number; dataSourceId: string; passages: number }[]
  /** Runs statements for a question. Null if the index doesn't answer within these milliseconds. */
  ask<T>(ms: number, work: (db: Sql) => Promise<T>): Promise<T | null>
}

/** The indexes of libraries that have one in another database. */
export interface OwnIndexes {
  /**
   * Returns the index of a library to write to, or null if it has none. Throws `dataSource.notConfirmed` after a
   * restore, and `index.unreachable` if its password can't be read.
   */
  of(libraryId: number): Promise<OwnIndex | null>
  /** Returns the indexes of those of these libraries that have one. */
  among(dataSourceIds: readonly string[]): Promise<SearchedIndex[]>
  close(): Promise<void>
}

/** How long nothing waits for an index after it failed. After a longer failure, as long as that took. */
const REST_MS = 15_000
/** An index that takes longer for a statement of a question fails. */
const SLOW_MS = 2000
const OPEN_INDEXES = 200

interface Opened {
  connections: IndexConnections
  /** The schema is as this version of the program needs it. */
  prepared: Promise<void> | null
  isReady: boolean
  /** Until when nothing is asked, or written. A slow writer says nothing about questions. */
  resting: { toAsk: number; toWrite: number }
  outage: ReturnType<typeof createOutage>
}

/** The same for the same place, without its password. */
const keyOf = (place: IndexPlace): string =>
  createHash('sha256').update(JSON.stringify(place)).digest('base64url')

export function createOwnIndexes(platform: Platform, credentials: Credentials): OwnIndexes {
  const { database, egress, log } = platform
  let isClosed = false
  // By place, because libraries can share a schema.
  const opened = new LRUCache<string, Opened>({
    max: OPEN_INDEXES,
    dispose: ({ connections }) => void connections.close().catch(() => undefined),
  })

  function open(place: IndexPlace): Opened {
    if (isClosed) throw new AppError('index.unreachable')
    const key = keyOf(place)
    const known = opened.get(key)
    if (known) return known
    const fresh: Opened = {
      connections: connectIndex(place, egress),
      prepared: null,
      isReady: false,
      resting: { toAsk: 0, toWrite: 0 },
      outage: createOutage(
        log,
        { failed: 'index.unavailable', worked: 'index.recovered' },
        { index: place.name },
      ),
    }
    opened.set(key, fresh)
    return fresh
  }

  /** Creates what is missing, once in this process unless it fails. */
  function prepare(index: Opened, name: string): Promise<void> {
    index.prepared ??= readIndexOwner(database)
      .then((owner) =>
        index.connections.transaction(async (tx) => {
          await prepareIndex(tx, name, owner)
          await deleteOutdatedCounts(tx)
        }),
      )
      .then(() => {
        index.isReady = true
      })
      .catch((error) => {
        index.prepared = null
        throw error
      })
    return index.prepared
  }

  function failed(index: Opened, use: keyof Opened['resting'], begun: number, error: unknown): void {
    const now = performance.now()
    index.resting[use] = now + Math.max(REST_MS, now - begun)
    // The schema may be gone. It is created again, empty.
    if (error instanceof AppError && error.code === 'index.noRights') index.prepared = null
    index.outage.failed(error instanceof AppError ? { code: error.code } : {}, error)
  }

  function written(place: IndexPlace): OwnIndex {
    const index = open(place)
    return {
      async transaction(work) {
        const begun = performance.now()
        if (begun < index.resting.toWrite) throw new AppError('index.unreachable')
        try {
          await prepare(index, place.name)
          const result = await index.connections.transaction(work)
          index.outage.worked()
          return result
        } catch (error) {
          // Only what was to be written can be refused. Anything else is odd, which says nothing about the file.
          if (isRefusedData(error)) throw error
          failed(index, 'toWrite', begun, error)
          throw error instanceof AppError ? error : new AppError('index.unreachable', { cause: error })
        }
      },
    }
  }

  async function ask<T>(place: IndexPlace, ms: number, work: (db: Sql) => Promise<T>): Promise<T | null> {
    if (isClosed) return null
    const index = open(place)
    if (performance.now() < index.resting.toAsk || ms <= 0) return null
    let begun: number | null = null
    try {
      const asked = prepare(index, place.name).then(() =>
        index.connections.reading(work, () => {
          begun = performance.now()
        }),
      )
      const answered = await inTime(
        ms,
        asked.then((result) => ({ result })),
      )
      if (answered) {
        index.outage.worked()
        return answered.result
      }
      // It may be this question that had no time left, or that waited for others.
      const isSlow = begun !== null && performance.now() - begun >= SLOW_MS
      if (isSlow || !index.isReady) throw new AppError('index.unreachable')
    } catch (error) {
      failed(index, 'toAsk', begun ?? performance.now(), error)
    }
    return null
  }

  return {
    async of(libraryId) {
      const row = await readByNumber(database.db, libraryId)
      if (!row?.indexEndpoint) return null
      if (!row.isConfirmed) throw new AppError('dataSource.notConfirmed')
      const place = credentials.openIndex(row)
      if (!place) throw new AppError('index.unreachable')
      return written(place)
    },
    async among(dataSourceIds) {
      const rows = await readIndexed(database.db, dataSourceIds)
      const indexes = new Map<string, SearchedIndex>()
      for (const row of rows) {
        // One that isn't confirmed may belong to another instance.
        const place = row.isConfirmed ? credentials.openIndex(row) : null
        const key = place ? keyOf(place) : row.dataSourceId
        const index: SearchedIndex = indexes.get(key) ?? {
          key,
          libraries: [],
          ask: async (ms, work) => place && ask(place, ms, work),
        }
        index.libraries.push({
          libraryId: row.number,
          dataSourceId: row.dataSourceId,
          passages: row.passages,
        })
        indexes.set(key, index)
      }
      return [...indexes.values()]
    },
    async close() {
      isClosed = true
      const closing = [...opened.values()].map(({ connections }) => connections.close())
      await Promise.all(closing)
    },
  }
}
