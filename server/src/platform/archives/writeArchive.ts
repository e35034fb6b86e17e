import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file to write. Its name is a path with slashes. */
export interface NewEntry {
  name: string
  bytes: AsyncIterable<Buffer | string>
  /** True if compressing it would gain nothing. */
  isPacked?: boolean
}

const LOCAL_MARK = 0x04034b50
const SIZES_MARK = 0x08074b50
const ENTRY_MARK = 0x02014b50
const END_MARK = 0x06054b50
const LARGE_END_MARK = 0x06064b50
const LOCATOR_MARK = 0x07064b50
/** A UTF-8 name, and sizes that follow the bytes. */
const FLAGS = 0x0808
const VERSION = 20
const LARGE_VERSION = 45
const ELSEWHERE = 0xffffffff
const ELSEWHERE_COUNT = 0xffff
const LARGE_SIZES = 0x0001
/** 1980-01-01, the first day that the format knows: when a file was written says nothing here. */
const DAY = 0x21
const UNIX_FILE = 0o100644 * 0x10000

interface Written {
  name: Buffer
  method: number
  crc: number
  packed: number
  size: number
  at: number
}

/**
 * Writes a ZIP archive piece by piece. Only the directory of its entries is in memory. An entry can have up to 4 GB, the
 * archive any size.
 */
export async function* writeArchive(entries: AsyncIterable<NewEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let at = 0
  for await (const { name, bytes, isPacked = false } of entries) {
    const entry: Written = {
      name: Buffer.from(name.toWellFormed()),
      method: isPacked ? 0 : 8,
      crc: 0,
      packed: 0,
      size: 0,
      at,
    }
    const head = localHeader(entry)
    yield head
    for await (const piece of isPacked ? measured(bytes, entry) : deflated(measured(bytes, entry))) {
      entry.packed += piece.length
      yield piece
    }
    if (entry.size >= ELSEWHERE || entry.packed >= ELSEWHERE) throw new Error('An entry is larger than 4 GB.')
    yield sizesOf(entry)
    at += head.length + entry.packed + SIZES_BYTES
    written.push(entry)
  }
  let length = 0
  for (const entry of written) {
    const record = directoryEntry(entry)
    length += record.length
    yield record
  }
  yield endOf(written.length, length, at)
}

async function* measured(bytes: NewEntry['bytes'], entry: Written): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    const buffer = typeof piece === 'string' ? Buffer.from(piece.toWellFormed()) : piece
    entry.crc = crc32(buffer, entry.crc)
    entry.size += buffer.length
    yield buffer
  }
}

async function* deflated(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw()
  const feeding = (async () => {
    for await (const piece of bytes) if (!deflate.write(piece)) await once(deflate, 'drain')
    deflate.end()
  })().catch((cause: unknown) => void deflate.destroy(cause as Error))
  try {
    for await (const piece of deflate) yield piece as Buffer
  } finally {
    deflate.destroy()
  }
  await feeding
}

function localHeader({ name, method }: Written): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(LOCAL_MARK, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(method, 8)
  head.writeUInt16LE(DAY, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

const SIZES_BYTES = 16

function sizesOf({ crc, packed, size }: Written): Buffer {
  const sizes = Buffer.alloc(SIZES_BYTES)
  sizes.writeUInt32LE(SIZES_MARK, 0)
  sizes.writeUInt32LE(crc, 4)
  sizes.writeUInt32LE(packed, 8)
  sizes.writeUInt32LE(size, 12)
  return sizes
}

function directoryEntry({ name, method, crc, packed, size, at }: Written): Buffer {
  const isFar = at >= ELSEWHERE
  const record = Buffer.alloc(46)
  record.writeUInt32LE(ENTRY_MARK, 0)
  // Written on Unix, where entries have modes.
  record.writeUInt16LE(0x0300 | (isFar ? LARGE_VERSION : VERSION), 4)
  record.writeUInt16LE(isFar ? LARGE_VERSION : VERSION, 6)
  record.writeUInt16LE(FLAGS, 8)
  record.writeUInt16LE(method, 10)
  record.writeUInt16LE(DAY, 14)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(packed, 20)
  record.writeUInt32LE(size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(isFar ? 12 : 0, 30)
  record.writeUInt32LE(UNIX_FILE, 38)
  record.writeUInt32LE(isFar ? ELSEWHERE : at, 42)
  if (!isFar) return Buffer.concat([record, name])
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(LARGE_SIZES, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(at), 4)
  return Buffer.concat([record, name, extra])
}

function endOf(count: number, bytes: number, start: number): Buffer {
  const isLarge = count >= ELSEWHERE_COUNT || bytes >= ELSEWHERE || start >= ELSEWHERE
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END_MARK, 0)
  end.writeUInt16LE(Math.min(count, ELSEWHERE_COUNT), 8)
  end.writeUInt16LE(Math.min(count, ELSEWHERE_COUNT), 10)
  end.writeUInt32LE(Math.min(bytes, ELSEWHERE), 12)
  end.writeUInt32LE(Math.min(start, ELSEWHERE), 16)
  if (!isLarge) return end
  const large = Buffer.alloc(56)
  large.writeUInt32LE(LARGE_END_MARK, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(0x0300 | LARGE_VERSION, 12)
  large.writeUInt16LE(LARGE_VERSION, 14)
  for (const [place, number] of [count, count, bytes, start].entries())
    large.writeBigUInt64LE(BigInt(number), 24 + place * 8)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(LOCATOR_MARK, 0)
  locator.writeBigUInt64LE(BigInt(start + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large, locator, end])
}
