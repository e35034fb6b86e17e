import { Readable } from 'node:stream'
import { readArchiveDirectory } from '../../../platform/archives/archive.ts'
import { readEntry } from '../../../platform/archives/readEntry.ts'

/** Returns the files of an archive by name. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const read = async (start: number, end: number) => archive.subarray(start, end)
  const entries = await readArchiveDirectory(archive.length, read, {
    entries: 100_000,
    unpackedBytes: 1_000_000_000,
  })
  if (typeof entries === 'string') throw new Error(entries)
  const files = new Map<string, Buffer>()
  for (const entry of entries) {
    const stream = (start: number, end: number) => Readable.from([archive.subarray(start, end)])
    const pieces: Buffer[] = []
    for await (const piece of readEntry(entry, read, stream)) pieces.push(piece)
    files.set(entry.name, Buffer.concat(pieces))
  }
  return files
}
