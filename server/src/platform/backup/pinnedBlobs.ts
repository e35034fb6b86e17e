import { createReadStream } from 'node:fs'
import { link, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Blobs } from '../blobs/blobs.ts'

const ABSENT = new Set(['ENOENT', 'ENOTDIR'])

/** The blobs as of the snapshot, even if one is deleted while it is read. */
export interface PinnedBlobs {
  /** Null if the blob doesn't exist. */
  open(key: string): Promise<{ size: number; stream(): Readable } | null>
}

/**
 * Pins all blobs of the data folder with a second hard link, which takes no space. In a container and on file systems
 * without links, a blob is read only if it still exists when its turn comes.
 */
export async function pinBlobs(dataDir: string, stage: string, blobs: Blobs): Promise<PinnedBlobs> {
  const pins = path.join(stage, 'pins')
  await linkAll(path.join(dataDir, 'blobs'), pins)
  const sizeOf = async (file: string) => {
    try {
      return (await stat(file)).size
    } catch (cause) {
      if (ABSENT.has((cause as NodeJS.ErrnoException).code ?? '')) return null
      throw cause
    }
  }
  return {
    async open(key) {
      const pin = path.join(pins, key)
      const pinned = await sizeOf(pin)
      if (pinned !== null) return { size: pinned, stream: () => createReadStream(pin) }
      const size = await blobs.find(key)
      return size === null ? null : { size, stream: () => blobs.read(key) }
    },
  }
}

async function linkAll(root: string, pins: string): Promise<void> {
  await mkdir(pins, { mode: 0o700 })
  for (const folder of await namesIn(root)) {
    for (const name of await namesIn(path.join(root, folder))) {
      try {
        await link(path.join(root, folder, name), path.join(pins, name))
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') return
      }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (ABSENT.has(cause.code ?? '')) return []
    throw cause
  })
}
