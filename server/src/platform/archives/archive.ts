/** What an archive declares about one file. It isn't necessarily true. */
export interface ArchiveEntry {
  name: string
  packedSize: number
  unpackedSize: number
  /** The compression method: 0 stored, 8 deflated. */
  method: number
  encrypted: boolean
  /** The offset of the entry's own header, which its bytes follow. */
  headerAt: number
}

/** The limits for the contents of an archive. */
export interface ArchiveLimits {
  entries: number
  unpackedBytes: number
}

/** Reads bytes of a file from `start` up to but not including `end`. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>

const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const MAX_COMMENT = 0xffff
/** The maximum size of a directory entry. Most are a tenth of that. */
const MAX_ENTRY_BYTES = 300
/** A document has a few dozen files, so a longer directory isn't read. */
const ofDocument: ArchiveLimits = { entries: 2000, unpackedBytes: 200 * 1024 * 1024 }

export type ArchiveRefusal = 'file.broken' | 'file.unpacksTooLarge'

/**
 * Reads the directory at an archive's end without unpacking anything. Returns `file.broken` if there is no
 * readable directory, and `file.unpacksTooLarge` if it exceeds `limits`, by default those for documents.
 */
export async function readArchiveDirectory(
  size: number,
  read: ReadRange,
  limits: ArchiveLimits = ofDocument,
): Promise<ArchiveEntry[] | ArchiveRefusal> {
  const from = Math.max(0, size - END_BYTES - MAX_COMMENT)
  const tail = await read(from, size)
  const at = findEnd(tail)
  if (at < 0) return 'file.broken'
  const count = tail.readUInt16LE(at + 10)
  const bytes = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  // All ones mean that the numbers are in another record, for archives over four gigabytes or 65,534 files.
  if (count === 0xffff || bytes === 0xffffffff || start === 0xffffffff) return 'file.unpacksTooLarge'
  if (count > limits.entries || bytes > limits.entries * MAX_ENTRY_BYTES) return 'file.unpacksTooLarge'
  if (start + bytes > from + at) return 'file.broken'
  return entriesOf(await read(start, start + bytes), count, limits.unpackedBytes)
}

/** Finds the last complete end record, because its comment can contain anything. */
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END_MARK && at + END_BYTES + tail.readUInt16LE(at + 20) <= tail.length)
      return at
  }
  return -1
}

function entriesOf(directory: Buffer, count: number, mostBytes: number): ArchiveEntry[] | ArchiveRefusal {
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
    entries.push({
      name,
      packedSize: directory.readUInt32LE(at + 20),
      unpackedSize,
      method: directory.readUInt16LE(at + 10),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      headerAt: directory.readUInt32LE(at + 42),
    })
    total += unpackedSize
    at = next
  }
  return total > mostBytes ? 'file.unpacksTooLarge' : entries
}
