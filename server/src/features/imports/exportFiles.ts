import { limits } from '@parlance/contract/limits'
import { type ArchiveEntry, readArchiveDirectory } from '../../platform/archives/archive.ts'
import { readEntry } from '../../platform/archives/readEntry.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { openStoredArchive } from '../../platform/blobs/storedArchive.ts'
import { AppError } from '../../platform/errors.ts'

/** A JSON file that can contain conversations. */
export interface ExportFile {
  name: string
  bytes(): AsyncIterable<Buffer>
}

/**
 * The archive also contains the user's images, so a normal one has thousands of files. More would need another
 * archive format.
 */
const ENTRIES = 65_534
/** LibreChat conversations in single files, zipped together. */
const MOST_FILES = 5_000
/** Text compresses to a tenth, sometimes to a fiftieth. A zip bomb compresses to a thousandth. */
const MOST_RATIO = 200
const ALWAYS_UNPACKED = 16 * 1024 * 1024

/** Returns whether the bytes look like the start of an export: an archive, or a JSON list or object. */
export function beginsAsExport(head: Buffer): boolean {
  if (isArchive(head)) return true
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  return text.startsWith('[') || text.startsWith('{')
}

const isArchive = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/**
 * Lists the files of an export that can contain conversations. Throws `import.kind` if there are none, and
 * `file.*`.
 */
export async function listExportFiles(
  blobs: Pick<Blobs, 'read' | 'sizeOf'>,
  blobKey: string,
  name: string,
): Promise<ExportFile[]> {
  const { size, read, stream } = await openStoredArchive(blobs, blobKey)
  if (!isArchive(await read(0, 4))) return [{ name, bytes: () => stream(0, size) as AsyncIterable<Buffer> }]
  const entries = await readArchiveDirectory(size, read, { entries: ENTRIES, unpackedBytes: Infinity })
  if (typeof entries === 'string') throw new AppError(entries)
  const chosen = chooseEntries(entries)
  refuseBombs(chosen)
  return chosen.map((entry) => ({ name: baseOf(entry.name), bytes: () => readEntry(entry, read, stream) }))
}

const baseOf = (name: string) => name.split(/[/\\]/).at(-1) ?? ''

/** Chooses ChatGPT's files by name, or all JSON files if there are none. */
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

/**
 * Checks the sizes that the directory declares, since no more than that is unpacked. Entries don't overlap, so their
 * packed sizes are at most that of the archive.
 */
function refuseBombs(entries: ArchiveEntry[]): void {
  const unpacked = entries.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0)
  const packed = entries.reduce((sum, { packedSize }) => sum + packedSize, 0)
  if (unpacked > limits.importUnpackedBytes || unpacked > Math.max(ALWAYS_UNPACKED, packed * MOST_RATIO))
    throw new AppError('file.unpacksTooLarge')
}
