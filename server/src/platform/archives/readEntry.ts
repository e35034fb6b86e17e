import type { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { AppError } from '../errors.ts'
import { type ArchiveEntry, HEADER_BYTES, type ReadRange } from './archive.ts'

const HEADER_MARK = 0x04034b50
const STORED = 0
const DEFLATED = 8

/** Whether an entry is compressed in a way that can be read. */
export const isReadable = ({ method }: Pick<ArchiveEntry, 'method'>): boolean =>
  method === STORED || method === DEFLATED

/**
 * Yields the bytes of one file in an archive, unpacked on demand. Never yields more than the directory
 * declares, which the caller has checked. Throws `file.encrypted`, and `file.broken` also for bytes that others use
 * too or that don't match their checksum.
 */
export async function* readEntry(
  entry: ArchiveEntry,
  read: ReadRange,
  stream: (start: number, end: number) => Readable,
): AsyncGenerator<Buffer> {
  const { headerAt, endsBy, packedSize, unpackedSize, method } = entry
  if (entry.encrypted) throw new AppError('file.encrypted')
  const header = await read(headerAt, headerAt + HEADER_BYTES)
  const isThere = header.length === HEADER_BYTES && header.readUInt32LE(0) === HEADER_MARK
  if (!isThere || !isReadable(entry)) throw new AppError('file.broken')
  if (packedSize === 0) {
    if (unpackedSize > 0) throw new AppError('file.broken')
    return
  }
  const start = headerAt + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + packedSize > endsBy) throw new AppError('file.broken')
  const packed = stream(start, start + packedSize)
  const unpacked = method === STORED ? packed : inflated(packed)
  let size = 0
  let crc = 0
  try {
    for await (const chunk of unpacked) {
      size += chunk.length
      if (size > unpackedSize) throw new AppError('file.broken')
      crc = crc32(chunk as Buffer, crc)
      yield chunk as Buffer
    }
  } catch (cause) {
    const code = String((cause as { code?: unknown }).code)
    if (code.startsWith('Z_')) throw new AppError('file.broken', { cause })
    throw cause
  } finally {
    packed.destroy()
    unpacked.destroy()
  }
  if (size < unpackedSize || crc !== entry.crc) throw new AppError('file.broken')
}

function inflated(packed: Readable): Readable {
  const inflate = createInflateRaw()
  packed.once('error', (cause) => inflate.destroy(cause))
  return packed.pipe(inflate)
}
