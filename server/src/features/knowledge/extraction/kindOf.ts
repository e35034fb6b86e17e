import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type ArchiveEntry,
  type ReadRange,
  readArchiveDirectory,
} from '../../../platform/archives/archive.ts'
import { readEntry } from '../../../platform/archives/readEntry.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  type ArchiveType,
  DOCX,
  EPUB,
  type MimeType,
  ODP,
  ODS,
  ODT,
  PPTX,
  sniff,
  XLS,
  XLSX,
} from './sniff.ts'

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
export function kindOf(blobs: Pick<Blobs, 'read'>, file: StoredFile): Promise<MimeType> {
  return detectKind(file, async (start, end) =>
    start >= Math.min(end, file.size)
      ? Buffer.alloc(0)
      : buffer(blobs.read(file.blobKey, { start, end: Math.min(end, file.size) })),
  )
}

/** Detects the kind of a file whose parts can be read. */
export async function detectKind(file: Omit<StoredFile, 'blobKey'>, read: ReadRange): Promise<MimeType> {
  const kind = sniff(file.head, file.name)
  if (kind !== 'zip' && kind !== 'compound') return kind
  if (kind === 'compound') return kindOfCompound(await compoundDirectory(read))
  const entries = await readArchiveDirectory(file.size, read)
  if (typeof entries === 'string') throw new AppError(entries)
  const names = new Set(entries.map(({ name }) => name))
  const found = mainFiles.find(([name]) => names.has(name))?.[1] ?? (await statedKind(entries, read))
  if (found === null) throw new AppError('file.kind')
  return found
}

/** The file that each kind of Office document has. */
const mainFiles: readonly [string, ArchiveType][] = [
  ['word/document.xml', DOCX],
  ['xl/workbook.xml', XLSX],
  ['xl/workbook.bin', XLSX],
  ['ppt/presentation.xml', PPTX],
]

const stated: readonly ArchiveType[] = [ODT, ODS, ODP, EPUB]
const MAX_STATED = 100
const MAX_PACKED = 1000

/**
 * OpenDocument files and books contain a file that only names their kind. It should be the first one and not be
 * compressed, but books that were unpacked and packed again often have it elsewhere.
 */
async function statedKind(entries: readonly ArchiveEntry[], read: ReadRange): Promise<ArchiveType | null> {
  const entry = entries.find(({ name }) => name === 'mimetype')
  if (!entry || entry.unpackedSize > MAX_STATED || entry.packedSize > MAX_PACKED) return null
  const stream = (start: number, end: number) => Readable.from(bytesBetween(read, start, end))
  const text = await buffer(Readable.from(readEntry(entry, read, stream)))
  return stated.find((kind) => kind === text.toString('latin1').trim()) ?? null
}

async function* bytesBetween(read: ReadRange, start: number, end: number): AsyncGenerator<Buffer> {
  yield await read(start, end)
}

const SECTOR_SHIFT_AT = 30
const DIRECTORY_SECTOR_AT = 48
const DIRECTORY_BYTES = 4096

const named = (name: string) => Buffer.from(name, 'utf16le')
const workbookNames = [named('Workbook\0'), named('Book\0')]

/**
 * A password-protected office document is a compound file with one stream of this name. An older workbook is one with
 * another. Other older documents can't be read.
 */
function kindOfCompound(directory: Buffer): typeof XLS {
  if (directory.includes(named('EncryptedPackage'))) throw new AppError('file.encrypted')
  if (workbookNames.some((name) => directory.includes(name))) return XLS
  throw new AppError('file.kind')
}

async function compoundDirectory(read: ReadRange): Promise<Buffer> {
  const header = await read(0, 512)
  if (header.length < 512) return Buffer.alloc(0)
  const sectorBytes = 2 ** Math.min(header.readUInt16LE(SECTOR_SHIFT_AT), 12)
  const start = (header.readUInt32LE(DIRECTORY_SECTOR_AT) + 1) * sectorBytes
  return read(start, start + DIRECTORY_BYTES)
}
