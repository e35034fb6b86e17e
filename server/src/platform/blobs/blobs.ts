import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import { folderProblem } from './folderProblem.ts'
import { meterOf } from './meter.ts'

export interface StoredBlob {
  key: string
  size: number
  sha256: string
  /** The first bytes, for detecting a file's type by its content. */
  head: Buffer
}

/** Stores bytes under random keys. External names never become paths. */
export interface Blobs {
  /** Whether others can store files there too, so that only its ID tells whose it is. */
  readonly isContainer: boolean
  put(bytes: Readable | Buffer, maxBytes: number): Promise<StoredBlob>
  /**
   * Reads all bytes, or those from `start` up to but not including `end`. Nothing is opened before the stream is read.
   */
  read(key: string, range?: { start: number; end: number }): Readable
  sizeOf(key: string): Promise<number>
  readAll(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
  /** Lists every blob with the time it was stored. */
  list(): AsyncIterable<{ key: string; storedAt: number }>
  /** Returns the size of a blob; null if it doesn't exist. */
  find(key: string): Promise<number | null>
  /** Stores restored bytes under their original key, completely or not at all. */
  putAs(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** The ID of this store, by which processes recognize that they use the same one. Null if it has none yet. */
  readId(): Promise<string | null>
  /** Gives the store an ID unless it has one. Returns whether it has this one now. */
  offerId(id: string): Promise<boolean>
  /** Gives the store an ID in place of its own. */
  setId(id: string): Promise<void>
}

const KEY = /^[0-9a-f]{64}$/

/** Returns the key if it is one. External names never become names in a store. */
export function asKey(key: string): string {
  if (!KEY.test(key)) throw new Error("This isn't a blob key.")
  return key
}

export const isKey = (name: string): boolean => KEY.test(name)

export const newKey = (): string => randomBytes(32).toString('hex')

/** The file or object that contains the ID of a store. */
export const ID_NAME = 'folder-id'

/** Returns the path of a key's bytes in a data folder. */
export function blobPath(dataDir: string, key: string): string {
  return path.join(dataDir, 'blobs', asKey(key).slice(0, 2), key)
}

/** Null if there is no such file. */
function unlessMissing(cause: NodeJS.ErrnoException): null {
  if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null
  throw cause
}

export function createFileBlobs(dataDir: string): Blobs {
  const pathOf = (key: string) => blobPath(dataDir, key)
  return {
    isContainer: false,
    async put(bytes, maxBytes) {
      const key = newKey()
      const file = pathOf(key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 }).catch(explain)
      const meter = meterOf(maxBytes)
      try {
        await pipeline(
          bytes instanceof Buffer ? [bytes] : bytes,
          meter.stream,
          createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }),
        )
      } catch (error) {
        await rm(file, { force: true })
        explain(error)
      }
      return { key, ...meter.result() }
    },
    read: (key, range) => Readable.from(piecesOf(pathOf(key), range), { objectMode: false }),
    sizeOf: async (key) => (await stat(pathOf(key))).size,
    readAll: (key) => readFile(pathOf(key)),
    async remove(key) {
      await rm(pathOf(key), { force: true })
      // Of bytes under a given key whose storing was interrupted.
      await rm(`${pathOf(key)}.part`, { force: true })
    },
    list: () => listBlobs(path.join(dataDir, 'blobs')),
    find: (key) => stat(pathOf(key)).then(({ size }) => size, unlessMissing),
    async putAs(key, bytes) {
      const file = pathOf(key)
      const part = `${file}.part`
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      try {
        await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }))
        await rename(part, file)
      } catch (cause) {
        await rm(part, { force: true })
        throw cause
      }
    },
    async setId(id) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await writeFile(path.join(dataDir, ID_NAME), id, { mode: 0o600, flush: true })
    },
    readId: () => readFile(path.join(dataDir, ID_NAME), 'utf8').catch(unlessMissing),
    async offerId(id) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await writeFile(path.join(dataDir, ID_NAME), id, { flag: 'wx', mode: 0o600, flush: true }).catch(
        (cause: NodeJS.ErrnoException) => {
          if (cause.code !== 'EEXIST') throw cause
        },
      )
      return (await readFile(path.join(dataDir, ID_NAME), 'utf8')) === id
    },
  }
}

/** Opens the file when its first bytes are wanted: a stream that no one reads then holds no file and can't fail. */
async function* piecesOf(file: string, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
  // The stream's own `end` is inclusive.
  yield* createReadStream(file, range ? { start: range.start, end: range.end - 1 } : {})
}

async function* listBlobs(root: string): AsyncGenerator<{ key: string; storedAt: number }> {
  for (const folder of await namesIn(root)) {
    for (const key of await namesIn(path.join(root, folder))) {
      if (!isKey(key)) continue
      // Skips a blob that was just deleted.
      const found = await stat(path.join(root, folder, key)).catch(() => null)
      if (found?.isFile()) yield { key, storedAt: found.mtimeMs }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const code = (error as { code?: unknown }).code
    // Nothing was stored yet, or it is a file that isn't ours.
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

function explain(error: unknown): never {
  const problem = folderProblem(error)
  throw problem ? new AppError(`storage.${problem}`, { cause: error }) : error
}
