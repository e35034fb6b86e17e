import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import { storageProblem } from './storage.ts'

interface StoredBlob {
  key: string
  size: number
  sha256: string
  /** The first bytes, for detecting a file's type by its content. */
  head: Buffer
}

/** Stores bytes under random keys. External names never become paths. */
export interface Blobs {
  put(bytes: Readable | Buffer, maxBytes: number): Promise<StoredBlob>
  /** Reads all bytes, or those from `start` up to but not including `end`. */
  read(key: string, range?: { start: number; end: number }): Readable
  sizeOf(key: string): Promise<number>
  readAll(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
  /** Lists every blob with the time it was stored. */
  list(): AsyncIterable<{ key: string; storedAt: number }>
}

const HEAD_BYTES = 4096
const KEY = /^[0-9a-f]{64}$/

/** Returns the path of a key's bytes in a data folder. */
export function blobPath(dataDir: string, key: string): string {
  if (!KEY.test(key)) throw new Error("This isn't a blob key.")
  return path.join(dataDir, 'blobs', key.slice(0, 2), key)
}

export function createFileBlobs(dataDir: string): Blobs {
  const pathOf = (key: string) => blobPath(dataDir, key)
  return {
    async put(bytes, maxBytes) {
      const key = randomBytes(32).toString('hex')
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
    read(key, range) {
      // The stream's own `end` is inclusive.
      return createReadStream(pathOf(key), range ? { start: range.start, end: range.end - 1 } : {})
    },
    sizeOf: async (key) => (await stat(pathOf(key))).size,
    readAll: (key) => readFile(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    list: () => listBlobs(path.join(dataDir, 'blobs')),
  }
}

async function* listBlobs(root: string): AsyncGenerator<{ key: string; storedAt: number }> {
  for (const folder of await namesIn(root)) {
    for (const key of await namesIn(path.join(root, folder))) {
      if (!KEY.test(key)) continue
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
  const problem = storageProblem(error)
  throw problem ? new AppError(`storage.${problem}`, { cause: error }) : error
}

function meterOf(maxBytes: number) {
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new AppError('file.tooLarge'))
      hash.update(chunk)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, sha256: hash.digest('hex'), head }) }
}
