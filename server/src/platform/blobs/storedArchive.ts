import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadRange } from '../archives/archive.ts'
import type { Blobs } from './blobs.ts'

export interface StoredArchive {
  size: number
  read: ReadRange
  stream: (start: number, end: number) => Readable
}

/** Reads parts of an archive in the blob store. */
export async function openStoredArchive(
  blobs: Pick<Blobs, 'read' | 'sizeOf'>,
  blobKey: string,
): Promise<StoredArchive> {
  const size = await blobs.sizeOf(blobKey)
  const stream = (start: number, end: number) => blobs.read(blobKey, { start, end: Math.min(end, size) })
  return {
    size,
    stream,
    read: async (start, end) => (start >= Math.min(end, size) ? Buffer.alloc(0) : buffer(stream(start, end))),
  }
}
