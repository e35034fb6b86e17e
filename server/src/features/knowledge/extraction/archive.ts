/** What an archive says of one file in it. Nothing makes it say the truth. */
export interface ArchiveEntry {
  name: string
  unpackedSize: number
}

/** Reads bytes of a file from `start` to before `end`. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>

const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const MAX_COMMENT = 0xffff
/** A document has some tens of files: a longer directory is not looked at. */
export const MAX_ENTRIES = 2000
const MAX_DIRECTORY_BYTES = MAX_ENTRIES * 300
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024

export type ArchiveRefusal = 'file.broken' | 'file.unpacksTooLarge'

/**
 * Reads what an archive declares at its end, without unpacking anything. Answers `file.broken` where it has no
 * directory that can be read, and `file.unpacksTooLarge` where it holds more than a document does.
 */
export async function readArchiveDirectory(
  size: number,
  read: ReadRange,
): Promise<ArchiveEntry[] | ArchiveRefusal> {
  const from = Math.max(0, size - END_BYTES - MAX_COMMENT)
  const tail = await read(from, size)
  const at = findEnd(tail)
  if (at < 0) return 'file.broken'
  const count = tail.readUInt16LE(at + 10)
  const bytes = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  // All ones: the numbers stand in another record, for archives of more than four gigabytes or 65,534 files.
  if (count === 0xffff || bytes === 0xffffffff || start === 0xffffffff) return 'file.unpacksTooLarge'
  if (count > MAX_ENTRIES || bytes > MAX_DIRECTORY_BYTES) return 'file.unpacksTooLarge'
  if (start + bytes > from + at) return 'file.broken'
  return entriesOf(await read(start, start + bytes), count)
}

/** The record at the end, the last one that is whole: its comment may hold anything. */
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END_MARK && at + END_BYTES + tail.readUInt16LE(at + 20) <= tail.length)
      return at
  }
  return -1
}

function entriesOf(directory: Buffer, count: number): ArchiveEntry[] | ArchiveRefusal {
  const entries: ArchiveEntry[] = []
  let total = 0
  let at = 0
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_MARK) return 'file.broken'
    const nameLength = directory.readUInt16LE(at + 28)
    const next =
      at + ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    if (next > directory.length) return 'file.broken'
    const unpackedSize = directory.readUInt32LE(at + 24)
    const name = directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    entries.push({ name, unpackedSize })
    total += unpackedSize
    at = next
  }
  return total > MAX_UNPACKED_BYTES ? 'file.unpacksTooLarge' : entries
}
