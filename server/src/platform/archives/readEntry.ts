import type { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { AppError } from '../errors.ts'
import type { ArchiveEntry, ReadRange } from './archive.ts'

const HEADER_MARK = 0x04034b50
const HEADER_BYTES = 30
const STORED = 0
const DEFLATED = 8

/**
 * Yields the bytes of one file in an archive, unpacked on demand. Never yields more than the directory
 * declares, which the caller has checked. Throws `file.broken` and `file.encrypted`.
 */
export async function* readEntry(
  entry: ArchiveEntry,
  read: ReadRange,
  stream: (start: number, end: number) => Readable,
): AsyncGenerator<Buffer> {
  const { headerAt, packedSize, unpackedSize, method } = entry
  if (entry.encrypted) throw new AppError('file.encrypted')
  const header = await read(headerAt, headerAt + HEADER_BYTES)
  const isThere = header.length === HEADER_BYTES && header.readUInt32LE(0) === HEADER_MARK
  if (!isThere || (method !== STORED && method !== DEFLATED)) throw new AppError('file.broken')
  if (packedSize === 0) return
  const start = headerAt + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = stream(start, start + packedSize)
  const unpacked = method === STORED ? packed : inflated(packed)
  let size = 0
  try {
    for await (const chunk of unpacked) {
      size += chunk.length
      if (size > unpackedSize) throw new AppError('file.broken')
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
  if (size < unpackedSize) throw new AppError('file.broken')
}

function inflated(packed: Readable): Readable {
  const inflate = createInflateRaw()
  packed.once('error', (cause) => inflate.destroy(cause))
  return packed.pipe(inflate)
}
