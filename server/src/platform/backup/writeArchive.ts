import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack as createPack } from 'tar-stream'
import { syncPath } from '../database/embedded/syncTree.ts'
import { BackupError, explained } from './format.ts'
import { begin } from './unfinished.ts'

export interface ArchiveWriter {
  members: { name: string; size: number; sha256: string }[]
  add(name: string, bytes: Buffer): Promise<void>
  /** Streams a member of any size. Returns the hash of its bytes. */
  addStream(name: string, size: number, bytes: Readable): Promise<string>
}

/** Higher levels make gzip many times slower and save only a few percent. */
const LEVEL = 4
const MODE = 0o600

/**
 * Writes an archive next to its final path, and moves it there once it is complete and flushed to disk. Never
 * touches an existing file. If anything fails, nothing is left; a killed process leaves a file that ends in
 * `.part`.
 */
export async function writeArchive(
  file: string,
  createdAt: Date,
  write: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const part = `${file}.part`
  begin(part)
  await rm(part, { force: true })
  const pack = createPack()
  // The pipeline already reports this error.
  pack.on('error', () => undefined)
  const done = pipeline(
    pack,
    createGzip({ level: LEVEL }),
    createWriteStream(part, { mode: MODE, flags: 'wx', flush: true }),
  )
  // A caller waiting for a member to be accepted must learn that the pipeline has failed.
  const failed = done.then(() => new Promise<never>(() => undefined))
  failed.catch(() => undefined)
  try {
    await write(createWriter(pack, failed, createdAt))
    pack.finalize()
    await done
    await takePlace(part, file)
    return (await stat(file)).size
  } catch (cause) {
    pack.destroy()
    const problem: unknown = await done.then(
      () => null,
      (error: unknown) => error,
    )
    await rm(part, { force: true })
    // Callers that add members only see the broken pipeline; the system error has the reason.
    throw explained(isOfTheSystem(problem) ? problem : cause, file)
  }
}

function isOfTheSystem(error: unknown): boolean {
  return /^E[A-Z]+$/.test(String((error as { code?: unknown } | null)?.code))
}

/**
 * Linking fails if the file appeared in the meantime. Not every file system has links, so a rename is the
 * fallback.
 */
async function takePlace(part: string, file: string): Promise<void> {
  try {
    await link(part, file)
    await rm(part)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new BackupError(`${file} already exists. Choose another name for the backup.`, { cause })
    }
    await rename(part, file)
  }
  await syncPath(path.dirname(file))
}

function createWriter(
  pack: ReturnType<typeof createPack>,
  failed: Promise<never>,
  mtime: Date,
): ArchiveWriter {
  const members: ArchiveWriter['members'] = []
  return {
    members,
    async add(name, bytes) {
      const taken = new Promise<void>((resolve, reject) => {
        const told = (error?: Error | null) => (error ? reject(error) : resolve())
        pack.entry({ name, size: bytes.length, mode: MODE, mtime }, bytes, told).on('error', reject)
      })
      await Promise.race([taken, failed])
      members.push({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    },
    async addStream(name, size, bytes) {
      const hash = createHash('sha256')
      const entry = pack.entry({ name, size, mode: MODE, mtime })
      const taken = pipeline(
        bytes,
        async function* (pieces: AsyncIterable<Buffer>) {
          for await (const piece of pieces) {
            hash.update(piece)
            yield piece
          }
        },
        entry,
      )
      await Promise.race([taken, failed])
      const sha256 = hash.digest('hex')
      members.push({ name, size, sha256 })
      return sha256
    },
  }
}
