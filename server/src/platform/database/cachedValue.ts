import type { Log } from '../log/log.ts'
import type { Database } from './database.ts'

interface Options<T> {
  database: Database
  log: Log
  /** Its name in the log. */
  name: string
  /** How long the value counts as fresh unless `changed()` is called. */
  freshMs: number
  /** How long a read waits before it returns the last known value. */
  patienceMs: number
  /** The value until it can be read. */
  unread: T
  load(): Promise<T>
}

/** A frequently read value, cached in memory and reloaded when it may have changed. */
export interface CachedValue<T> {
  /** Returns a value no older than `freshMs`, or than `oldestMs` if given. */
  read(oldestMs?: number): Promise<T>
  /** Returns the last known value without waiting. */
  known(): T
  /** Marks the value as changed: the next read waits for a new one. */
  changed(): void
}

export function createCachedValue<T>(options: Options<T>): CachedValue<T> {
  const { database, log, name, freshMs, patienceMs, unread, load } = options
  let value = unread
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<T> | null = null
  let changes = 0

  async function loadNow(): Promise<T> {
    const begun = performance.now()
    const known = changes
    try {
      // The first caller may be reading from a replica, which learns of a change later.
      const read = await database.primary(load)
      // The result may lack a change made in the meantime. It isn't cached, but it is newer than the cached
      // value.
      if (known !== changes) return readAt >= begun ? value : read
      value = read
      readAt = begun
    } catch (error) {
      // Temporarily unavailable: the last known value still applies.
      log.warn(`${name}.notRead`, {}, error)
    }
    return value
  }

  function loadOnce(): Promise<T> {
    const mine = reading ?? loadNow()
    reading = mine
    void mine.then(() => {
      if (reading === mine) reading = null
    })
    return Promise.race([
      mine,
      new Promise<T>((resolve) => setTimeout(() => resolve(value), patienceMs).unref()),
    ])
  }

  return {
    read: async (oldestMs = freshMs) => (performance.now() - readAt < oldestMs ? value : loadOnce()),
    known: () => value,
    changed() {
      changes++
      readAt = Number.NEGATIVE_INFINITY
      reading = null
    },
  }
}
