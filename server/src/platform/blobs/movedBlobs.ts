import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Log } from '../log/log.ts'
import type { Blobs } from './blobs.ts'

/** Blobs of an object store, and those that are still in the data folder from before it was set. */
export interface MovedBlobs extends Blobs {
  /** Moves the blobs that are still in the data folder. Those stay readable meanwhile. Returns how many it moved. */
  move(signal: AbortSignal): Promise<number>
}

/** An upload ends long before. */
const SETTLED_MS = 60 * 60 * 1000

export function createMovedBlobs(folder: Blobs, store: Blobs, log: Log): MovedBlobs {
  /** Where a blob is. It is in both places for a moment while it is moved. */
  const homeOf = async (key: string) => ((await folder.find(key)) === null ? store : folder)

  async function* pieces(key: string, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
    const home = await homeOf(key)
    let isBegun = false
    try {
      for await (const piece of home.read(key, range)) {
        isBegun = true
        yield piece
      }
    } catch (error) {
      // It was moved between the question and the read.
      if (home === store || isBegun || (error as { code?: unknown }).code !== 'ENOENT') throw error
      yield* store.read(key, range)
    }
  }
  const read = (key: string, range?: { start: number; end: number }) =>
    Readable.from(pieces(key, range), { objectMode: false })

  return {
    ...store,
    read,
    readAll: (key) => buffer(read(key)),
    sizeOf: async (key) => (await folder.find(key)) ?? store.sizeOf(key),
    find: async (key) => (await folder.find(key)) ?? store.find(key),
    async remove(key) {
      await Promise.all([folder.remove(key), store.remove(key)])
    },
    async *list() {
      yield* folder.list()
      yield* store.list()
    },
    // The store becomes the one of the database that used the folder.
    offerId: async (id) => store.offerId((await folder.readId()) ?? id),
    async move(signal) {
      let moved = 0
      for await (const { key, storedAt } of folder.list()) {
        if (signal.aborted) break
        // A process without the setting may still be writing it.
        if (storedAt > Date.now() - SETTLED_MS) continue
        try {
          if ((await store.find(key)) !== (await folder.sizeOf(key))) await store.putAs(key, folder.read(key))
          await folder.remove(key)
          moved++
        } catch (error) {
          // Another process has just moved it, or it was deleted.
          if ((await folder.find(key)) !== null) throw error
        }
      }
      if (moved > 0) log.info('blobs.moved', { moved })
      return moved
    },
  }
}
