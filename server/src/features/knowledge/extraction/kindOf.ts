import { buffer } from 'node:stream/consumers'
import { type ReadRange, readArchiveDirectory } from '../../../platform/archives/archive.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import { AppError } from '../../../platform/errors.ts'
import { DOCX, type MimeType, sniff } from './sniff.ts'

/** What is known about a file in the blob store before it is read. */
export interface StoredFile {
  name: string
  size: number
  head: Buffer
  blobKey: string
}

/**
 * Detects the kind of a stored file by its content. Reads an archive's directory without unpacking anything.
 * Throws the reason if it can't be read: `file.kind`, `file.broken`, `file.encrypted`, or
 * `file.unpacksTooLarge`.
 */
export async function kindOf(blobs: Pick<Blobs, 'read'>, file: StoredFile): Promise<MimeType> {
  const kind = sniff(file.head, file.name)
  if (kind !== 'zip' && kind !== 'compound') return kind
  const read: ReadRange = async (start, end) =>
    start >= Math.min(end, file.size)
      ? Buffer.alloc(0)
      : buffer(blobs.read(file.blobKey, { start, end: Math.min(end, file.size) }))
  if (kind === 'compound')
    throw new AppError((await isEncryptedDocument(read)) ? 'file.encrypted' : 'file.kind')
  const entries = await readArchiveDirectory(file.size, read)
  if (typeof entries === 'string') throw new AppError(entries)
  if (entries.some((entry) => entry.name === 'word/document.xml')) return DOCX
  throw new AppError('file.kind')
}

const SECTOR_SHIFT_AT = 30
const DIRECTORY_SECTOR_AT = 48
const DIRECTORY_BYTES = 4096
const encryptedName = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * A password-protected office document is a compound file with one stream of this name. Older documents have
 * others.
 */
async function isEncryptedDocument(read: ReadRange): Promise<boolean> {
  const header = await read(0, 512)
  if (header.length < 512) return false
  const sectorBytes = 2 ** Math.min(header.readUInt16LE(SECTOR_SHIFT_AT), 12)
  const start = (header.readUInt32LE(DIRECTORY_SECTOR_AT) + 1) * sectorBytes
  return (await read(start, start + DIRECTORY_BYTES)).includes(encryptedName)
}
