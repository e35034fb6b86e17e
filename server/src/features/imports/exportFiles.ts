import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { limits } from '@parlance/contract/limits'
import { type ArchiveEntry, type ReadRange, readArchiveDirectory } from '../../platform/archives/archive.ts'
import { readEntry } from '../../platform/archives/readEntry.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { AppError } from '../../platform/errors.ts'

/** A file of JSON that may hold conversations. */
export interface ExportFile {
  name: string
  bytes(): AsyncIterable<Buffer>
}

/** A person's pictures are in the archive, too: an ordinary one has thousands of files. More take another format. */
const ENTRIES = 65_534
/** Single conversations of LibreChat, packed together. */
const MOST_FILES = 5_000
/** Text packs to a tenth, at times to a fiftieth; a bomb to a thousandth. */
const MOST_RATIO = 200
const ALWAYS_UNPACKED = 16 * 1024 * 1024

/** Is this what an export begins with: an archive, or a list or object of JSON? */
export function beginsAsExport(head: Buffer): boolean {
  if (isArchive(head)) return true
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  return text.startsWith('[') || text.startsWith('{')
}

const isArchive = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** The files of an export that may hold conversations. Throws `import.kind` where there is none, and `file.*`. */
export async function listExportFiles(
  blobs: Pick<Blobs, 'read' | 'sizeOf'>,
  blobKey: string,
  name: string,
): Promise<ExportFile[]> {
  const size = await blobs.sizeOf(blobKey)
  const stream = (start: number, end: number): Readable =>
    blobs.read(blobKey, { start, end: Math.min(end, size) })
  const read: ReadRange = async (start, end) =>
    start >= Math.min(end, size) ? Buffer.alloc(0) : buffer(stream(start, end))
  if (!isArchive(await read(0, 4))) return [{ name, bytes: () => stream(0, size) as AsyncIterable<Buffer> }]
  const entries = await readArchiveDirectory(size, read, { entries: ENTRIES, unpackedBytes: Infinity })
  if (typeof entries === 'string') throw new AppError(entries)
  const chosen = chooseEntries(entries)
  refuseBombs(chosen, size)
  return chosen.map((entry) => ({ name: baseOf(entry.name), bytes: () => readEntry(entry, read, stream) }))
}

const baseOf = (name: string) => name.split(/[/\\]/).at(-1) ?? ''

/** ChatGPT's files by their names; without any, all files of JSON. */
function chooseEntries(entries: ArchiveEntry[]): ArchiveEntry[] {
  const files = entries.filter(
    ({ name }) => /\.json$/i.test(name) && !/(^|[/\\])(__MACOSX[/\\]|\._)/.test(name),
  )
  const named = files.filter(({ name }) => /^conversations([-_]\d+)?\.json$/i.test(baseOf(name)))
  const chosen = named.length > 0 ? named : files
  if (chosen.length === 0) throw new AppError('import.kind')
  if (chosen.length > MOST_FILES) throw new AppError('file.unpacksTooLarge')
  return chosen.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** By what the directory declares, of which no more is unpacked. What is packed is never more than the archive, whatever it says. */
function refuseBombs(entries: ArchiveEntry[], size: number): void {
  const unpacked = entries.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0)
  const packed = Math.min(
    entries.reduce((sum, entry) => sum + entry.packedSize, 0),
    size,
  )
  if (unpacked > limits.importUnpackedBytes || unpacked > Math.max(ALWAYS_UNPACKED, packed * MOST_RATIO))
    throw new AppError('file.unpacksTooLarge')
}
