import { crc32, deflateRawSync } from 'node:zlib'

/** A file to pack. What isn't given is as in an archive of Unix. */
export interface PackedEntry {
  name: string | Buffer
  content?: string | Buffer
  /** What the archive says of it, if that isn't true. */
  unpackedSize?: number
  crc?: number
  method?: number
  flags?: number
  /** The system it was packed on: 0 is MS-DOS, 3 is Unix. */
  host?: number
  /** The Unix mode: 0o120777 is a symbolic link. */
  mode?: number
  /** Writes the sizes after the bytes instead of before them. */
  hasDescriptor?: boolean
  /** Writes its sizes and its place as those of a large archive. */
  isLarge?: boolean
  /** Instead of its own bytes, it uses those of the entry at this position. */
  sharesWith?: number
  /** Extra fields of the directory. */
  extra?: Buffer
  /** Extra fields before the bytes. */
  localExtra?: Buffer
}

interface PackingOptions {
  /** Ends as a large archive (zip64). */
  isLarge?: boolean
  comment?: string
}

const LARGE = 0xffffffff
const UTF8 = 0x800
const ENCRYPTED = 1
const DESCRIPTOR = 8

/** Builds an archive of any kind, also of those that no program writes. */
export function packArchive(
  entries: readonly PackedEntry[],
  { isLarge = false, comment = '' }: PackingOptions = {},
): Buffer<ArrayBuffer> {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  const places: number[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, facts, raw } = packEntry(entry)
    const at = entry.sharesWith === undefined ? offset : (places[entry.sharesWith] ?? 0)
    places.push(at)
    directory.push(directoryEntry(entry, facts, raw, at))
    if (entry.sharesWith !== undefined) continue
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = isLarge ? largeEnd(entries.length, listed.length, offset) : Buffer.alloc(0)
  const last = Buffer.alloc(22)
  last.write('PK\u0005\u0006')
  last.writeUInt16LE(isLarge ? 0xffff : entries.length, 8)
  last.writeUInt16LE(isLarge ? 0xffff : entries.length, 10)
  last.writeUInt32LE(isLarge ? LARGE : listed.length, 12)
  last.writeUInt32LE(isLarge ? LARGE : offset, 16)
  last.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...locals, listed, end, last, Buffer.from(comment)])
}

function packEntry(entry: PackedEntry) {
  const plain = Buffer.from(entry.content ?? '')
  const method = entry.method ?? 8
  const bytes = method === 8 ? deflateRawSync(plain) : plain
  const raw = Buffer.from(entry.name)
  const flags =
    (entry.flags ?? (typeof entry.name === 'string' ? UTF8 : 0)) | (entry.hasDescriptor ? DESCRIPTOR : 0)
  const facts = Buffer.alloc(22)
  facts.writeUInt16LE(flags, 0)
  facts.writeUInt16LE(method, 2)
  facts.writeUInt32LE(entry.crc ?? crc32(plain), 8)
  facts.writeUInt32LE(bytes.length, 12)
  facts.writeUInt32LE((entry.unpackedSize ?? plain.length) >>> 0, 16)
  facts.writeUInt16LE(raw.length, 20)
  const announced = Buffer.from(facts)
  if (entry.hasDescriptor) announced.fill(0, 8, 20)
  const localExtra = entry.localExtra ?? Buffer.alloc(0)
  const descriptor = Buffer.concat([Buffer.from('PK\u0007\u0008'), facts.subarray(8, 20)])
  const local = Buffer.concat([
    Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'),
    announced,
    numbers16(localExtra.length),
    raw,
    localExtra,
    bytes,
    entry.hasDescriptor ? descriptor : Buffer.alloc(0),
  ])
  return { local, facts, raw }
}

function directoryEntry(entry: PackedEntry, facts: Buffer, raw: Buffer, at: number): Buffer {
  const told = Buffer.from(facts)
  let extra = entry.extra ?? Buffer.alloc(0)
  const mode = entry.mode ?? 0o100644
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE((mode << 16) >>> 0, 6)
  rest.writeUInt32LE(at, 10)
  if (entry.isLarge) {
    const sizes = [entry.unpackedSize ?? facts.readUInt32LE(16), facts.readUInt32LE(12), at]
    extra = Buffer.concat([
      extra,
      numbers16(1, 24),
      ...sizes.map((size) => {
        const number = Buffer.alloc(8)
        number.writeBigUInt64LE(BigInt(size))
        return number
      }),
    ])
    told.writeUInt32LE(LARGE, 12)
    told.writeUInt32LE(LARGE, 16)
    rest.writeUInt32LE(LARGE, 10)
  }
  return Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014', 'latin1'),
    Buffer.from([entry.host ?? 3, 20, 0]),
    told,
    numbers16(extra.length),
    rest,
    raw,
    extra,
  ])
}

function largeEnd(count: number, bytes: number, start: number): Buffer {
  const record = Buffer.alloc(56)
  record.write('PK\u0006\u0006')
  record.writeBigUInt64LE(44n, 4)
  for (const [place, number] of [count, count, bytes, start].entries())
    record.writeBigUInt64LE(BigInt(number), 24 + place * 8)
  const locator = Buffer.alloc(20)
  locator.write('PK\u0006\u0007')
  locator.writeBigUInt64LE(BigInt(start + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}

function numbers16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [place, value] of values.entries()) bytes.writeUInt16LE(value, place * 2)
  return bytes
}

export const encrypted = (name: string, content: string): PackedEntry => ({
  name,
  content,
  flags: UTF8 | ENCRYPTED,
})
export const link = (name: string, target: string): PackedEntry => ({
  name,
  content: target,
  mode: 0o120777,
})
/** Says the name again in UTF-8, as programs of Windows do. */
export function unicodePath(raw: Buffer, name: string): Buffer {
  const text = Buffer.from(name)
  const head = Buffer.alloc(9)
  head.writeUInt16LE(0x7075, 0)
  head.writeUInt16LE(5 + text.length, 2)
  head.writeUInt8(1, 4)
  head.writeUInt32LE(crc32(raw), 5)
  return Buffer.concat([head, text])
}
