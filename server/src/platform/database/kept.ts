import type { Log } from '../log/log.ts'
import type { Database } from './database.ts'

interface Options<T> {
  database: Database
  log: Log
  /** What it is called in the log. */
  name: string
  /** So long it is taken for fresh, unless it was said to have changed. */
  freshMs: number
  /** So long a reader waits for it, and then does with what was read last. */
  patienceMs: number
  /** What holds before it can be read. */
  unread: T
  load(): Promise<T>
}

/** What is asked for so often that it is kept in memory, and read again when it may have changed. */
export interface Kept<T> {
  /** Not older than `freshMs`, or than is said here. */
  read(oldestMs?: number): Promise<T>
  /** What was read last, without waiting. */
  known(): T
  /** Something was changed: the next one who reads waits for it. */
  changed(): void
}

export function createKept<T>(options: Options<T>): Kept<T> {
  const { database, log, name, freshMs, patienceMs, unread, load } = options
  let value = unread
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<T> | null = null
  let changes = 0

  async function loadNow(): Promise<T> {
    const begun = performance.now()
    const known = changes
    try {
      // Whoever asks first may be a reader of a replica, which knows a change later.
      const read = await database.primary(load)
      // What was changed meanwhile may not be in it: it is not kept, but newer than what was.
      if (known !== changes) return readAt >= begun ? value : read
      value = read
      readAt = begun
    } catch (error) {
      // Away for a moment: what was read last still holds.
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
