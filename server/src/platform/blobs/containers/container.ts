import type { Readable } from 'node:stream'

/** Stores bytes under names in an object store. */
export interface Container {
  /** Stores the bytes completely or not at all. */
  put(name: string, bytes: Readable): Promise<void>
  /** Stores a text unless the name is taken. Returns whether it did. */
  putNew(name: string, text: string): Promise<boolean>
  /** Reads all bytes, or those from `start` up to but not including `end`. Rejects with `BlobMissing`. */
  read(name: string, range?: { start: number; end: number }): Promise<Readable>
  /** Null if there are no bytes under the name. */
  sizeOf(name: string): Promise<number | null>
  remove(name: string): Promise<void>
  /** Lists the names that begin with `prefix`. */
  list(prefix: string): AsyncIterable<{ name: string; storedAt: number }>
  close(): void
}

/** There are no bytes under this name. Has the code of a missing file. */
export class BlobMissing extends Error {
  readonly code = 'ENOENT'
}

/** How much is read into memory at once while uploading, twice. */
export const PART_BYTES = 8 * 1024 * 1024
export const PARTS_AT_ONCE = 2
/** The most pages of a list: a store that isn't ours could go on forever. */
export const MOST_PAGES = 10_000
/** How often a request is sent that fails for a reason that may go away. */
export const TRIES = 3
