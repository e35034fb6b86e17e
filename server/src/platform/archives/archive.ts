import { crc32 } from 'node:zlib'
import { decodeCp437 } from './cp437.ts'

/** What an archive declares about one file. It isn't necessarily true. */
export interface ArchiveEntry {
  name: string
  /** `other` is a symbolic link, a device, or the like. */
  kind: 'file' | 'folder' | 'other'
  packedSize: number
  unpackedSize: number
  /** The compression method: 0 stored, 8 deflated. */
  method: number
  encrypted: boolean
  crc: number
  /** The offset of the entry's own header, which its bytes follow. */
  headerAt: number
  /** The offset of what follows in the archive. An entry that reaches beyond it shares its bytes with others. */
  endsBy: number
}

/** The limits for the contents of an archive. */
export interface ArchiveLimits {
  entries: number
  unpackedBytes: number
}

/** Reads bytes of a file from `start` up to but not including `end`. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>

const END_MARK = 0x06054b50
const LARGE_END_MARK = 0x06064b50
const LOCATOR_MARK = 0x07064b50
const ENTRY_MARK = 0x02014b50
const END_BYTES = 22
const LARGE_END_BYTES = 56
const LOCATOR_BYTES = 20
export const HEADER_BYTES = 30
const ENTRY_BYTES = 46
const MAX_COMMENT = 0xffff
/** A number that is too large for its field is in another record. */
const ELSEWHERE = 0xffffffff
const ELSEWHERE_COUNT = 0xffff
/** The maximum size of a directory entry. Most are a tenth of that. */
const MAX_ENTRY_BYTES = 300
/** A document has a few dozen files, so a longer directory isn't read. */
const ofDocument: ArchiveLimits = { entries: 2000, unpackedBytes: 200 * 1024 * 1024 }

export type ArchiveRefusal = 'file.broken' | 'file.unpacksTooLarge'

/**
 * Reads the directory at an archive's end without unpacking anything. Returns `file.broken` if there is no
 * readable directory or entries overlap, and `file.unpacksTooLarge` if it exceeds `limits`, by default those for
 * documents.
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
  const short = {
    count: tail.readUInt16LE(at + 10),
    bytes: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
  }
  const isShort = short.count !== ELSEWHERE_COUNT && short.bytes !== ELSEWHERE && short.start !== ELSEWHERE
  const end = isShort ? short : await readLargeEnd(from + at, read)
  if (end === null) return 'file.broken'
  const { count, bytes, start } = end
  if (count > limits.entries || bytes > limits.entries * MAX_ENTRY_BYTES) return 'file.unpacksTooLarge'
  if (start + bytes > from + at) return 'file.broken'
  return entriesOf(await read(start, start + bytes), count, start, limits.unpackedBytes)
}

/** Finds the last complete end record, because its comment can contain anything. */
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END_MARK && at + END_BYTES + tail.readUInt16LE(at + 20) <= tail.length)
      return at
  }
  return -1
}

/** Reads the end record for large archives (zip64), which many programs also write for small ones. */
async function readLargeEnd(endAt: number, read: ReadRange) {
  const locator = await read(Math.max(0, endAt - LOCATOR_BYTES), endAt)
  if (locator.length < LOCATOR_BYTES || locator.readUInt32LE(0) !== LOCATOR_MARK) return null
  const at = largeNumber(locator, 8)
  if (at + LARGE_END_BYTES > endAt) return null
  const record = await read(at, at + LARGE_END_BYTES)
  if (record.length < LARGE_END_BYTES || record.readUInt32LE(0) !== LARGE_END_MARK) return null
  return { count: largeNumber(record, 32), bytes: largeNumber(record, 40), start: largeNumber(record, 48) }
}

const largeNumber = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at))

function entriesOf(
  directory: Buffer,
  count: number,
  directoryAt: number,
  mostBytes: number,
): ArchiveEntry[] | ArchiveRefusal {
  const entries: ArchiveEntry[] = []
  let total = 0
  let at = 0
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_MARK) return 'file.broken'
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    const next = extraEnd + directory.readUInt16LE(at + 32)
    if (next > directory.length) return 'file.broken'
    const record = directory.subarray(at, at + ENTRY_BYTES)
    const rawName = directory.subarray(at + ENTRY_BYTES, nameEnd)
    const extras = extrasOf(directory.subarray(nameEnd, extraEnd))
    const sizes = sizesOf(record, extras.get(LARGE_SIZES))
    if (sizes === null) return 'file.broken'
    const flags = record.readUInt16LE(8)
    const written = nameOf(rawName, (flags & UTF8_NAME) !== 0, extras.get(UNICODE_PATH))
    const name = backslashHosts.has(record.readUInt8(5)) ? written.replaceAll('\\', '/') : written
    entries.push({
      name,
      kind: kindOf(record, name),
      ...sizes,
      method: record.readUInt16LE(10),
      encrypted: (flags & ENCRYPTED) !== 0,
      crc: record.readUInt32LE(16),
      endsBy: directoryAt,
    })
    total += sizes.unpackedSize
    at = next
  }
  if (total > mostBytes) return 'file.unpacksTooLarge'
  return areApart(entries) ? entries : 'file.broken'
}

const ENCRYPTED = 1
const UTF8_NAME = 0x800
const LARGE_SIZES = 0x0001
const UNICODE_PATH = 0x7075

function extrasOf(bytes: Buffer): Map<number, Buffer> {
  const extras = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt16LE(at + 2)
    if (end > bytes.length) break
    extras.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, end))
    at = end
  }
  return extras
}

/** Sizes and the offset that are too large for their fields follow each other in an extra field. */
function sizesOf(record: Buffer, large: Buffer = Buffer.alloc(0)) {
  const numbers = [24, 20, 42].map((field) => record.readUInt32LE(field))
  let at = 0
  for (const [place, number] of numbers.entries()) {
    if (number !== ELSEWHERE) continue
    if (at + 8 > large.length) return null
    numbers[place] = largeNumber(large, at)
    at += 8
  }
  const [unpackedSize = 0, packedSize = 0, headerAt = 0] = numbers
  return { unpackedSize, packedSize, headerAt }
}

/**
 * A name is UTF-8 if the archive says so. Many programs don't say it, and older ones use the encoding of MS-DOS. What
 * isn't UTF-8 although the archive says so has replacement characters.
 */
function nameOf(raw: Buffer, isUtf8: boolean, path: Buffer | undefined): string {
  if (isUtf8) return raw.toString('utf8')
  if (path && path.length > 5 && path[0] === 1 && path.readUInt32LE(1) === crc32(raw))
    return path.toString('utf8', 5)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
  } catch {
    return decodeCp437(raw)
  }
}

/** MS-DOS and Windows, where some programs separate folders by backslashes. */
const backslashHosts = new Set([0, 10, 11, 14])
/** Systems whose archives have Unix modes: Unix itself, and macOS. */
const unixHosts = new Set([3, 19])
const TYPE = 0o170000
const unixKinds = new Map<number, ArchiveEntry['kind']>([
  [0, 'file'],
  [0o100000, 'file'],
  [0o040000, 'folder'],
])

function kindOf(record: Buffer, name: string): ArchiveEntry['kind'] {
  const attributes = record.readUInt32LE(38)
  const unix = unixHosts.has(record.readUInt8(5))
    ? (unixKinds.get((attributes >>> 16) & TYPE) ?? 'other')
    : 'file'
  return unix === 'file' && name.endsWith('/') ? 'folder' : unix
}

/**
 * Sets where each entry must end. Returns whether all of them can: a small archive whose entries share their bytes
 * unpacks to any size.
 */
function areApart(entries: readonly ArchiveEntry[]): boolean {
  const inOrder = entries.toSorted((a, b) => a.headerAt - b.headerAt)
  return inOrder.every((entry, place) => {
    entry.endsBy = inOrder[place + 1]?.headerAt ?? entry.endsBy
    return entry.headerAt + HEADER_BYTES + entry.packedSize <= entry.endsBy
  })
}
