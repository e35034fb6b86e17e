import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { blobPath } from '../blobs/blobs.ts'

/** Stores bytes under their original key, completely and flushed to disk, or not at all. */
export async function storeBlob(dataDir: string, key: string, bytes: AsyncIterable<Buffer>): Promise<string> {
  const file = blobPath(dataDir, key)
  const part = `${file}.part`
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, file)
  } catch (cause) {
    await rm(part, { force: true })
    throw cause
  }
  return file
}
