import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract as createExtract } from 'tar-stream'
import {
  BackupError,
  damaged,
  FORMAT,
  FORMAT_VERSION,
  HEADER,
  type Header,
  MANIFEST,
  type Manifest,
  SECRETS,
} from './format.ts'

export interface Member {
  name: string
  size: number
  bytes: AsyncIterable<Buffer>
}

/** The contents of an archive, after every byte was verified. */
export interface VerifiedArchive {
  header: Header
  manifest: Manifest
  /** The encrypted secrets and what they are bound to; null if there are none. */
  secrets: { sealed: Buffer; boundTo: Buffer } | null
}

/** The manifest lists every member, at a few hundred bytes each. */
const TEXT_LIMIT_BYTES = 512 * 1024 * 1024

/** Yields the members in the archive's order. Each must be read before the next one. */
export async function* readArchive(file: string): AsyncGenerator<Member> {
  const extract = createExtract()
  extract.on('error', () => undefined)
  const fed = pipeline(createReadStream(file), createGunzip(), extract)
  fed.catch(() => undefined)
  try {
    for await (const entry of extract) {
      yield {
        name: entry.header.name,
        size: entry.header.size ?? 0,
        bytes: bytesOf(entry as AsyncIterable<Buffer>, file),
      }
    }
    await fed
  } catch (cause) {
    throw unreadable(cause, file)
  } finally {
    extract.destroy()
  }
}

/** Passes on errors that occur while a member is read. */
async function* bytesOf(entry: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  try {
    yield* entry
  } catch (cause) {
    throw unreadable(cause, file)
  }
}

function unreadable(cause: unknown, file: string): BackupError {
  if (cause instanceof BackupError) return cause
  const { code } = cause as NodeJS.ErrnoException
  // Only system errors about the file are handled here; the unpackers report all others.
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return new BackupError(`Can't read ${file} (${code}).`, { cause })
  return damaged("it ends too early or isn't an archive", cause)
}

/** Passes on the bytes of a member while counting and hashing them. */
export function metered(bytes: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let size = 0
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      size += piece.length
      hash.update(piece)
      yield piece
    }
  }
  return { pieces: pieces(), result: () => ({ size, sha256: hash.digest('hex') }) }
}

export async function readAll(member: Member): Promise<Buffer> {
  if (member.size > TEXT_LIMIT_BYTES) throw damaged(`${member.name} is too large`)
  const pieces: Buffer[] = []
  for await (const piece of member.bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * Reads a whole archive and verifies every member against the manifest. `onHeader` can refuse it after its
 * first bytes, before the rest is read.
 */
export async function verifyArchive(
  file: string,
  onHeader: (header: Header) => void = () => undefined,
): Promise<VerifiedArchive> {
  const found = new Map<string, { size: number; sha256: string }>()
  let header: Header | null = null
  let manifest: Manifest | null = null
  let boundTo: Buffer = Buffer.alloc(0)
  let sealed: Buffer | null = null
  for await (const member of readArchive(file)) {
    if (!header) {
      const bytes = member.name === HEADER ? await readAll(member) : null
      header = readHeader(bytes)
      onHeader(header)
      found.set(member.name, resultOf(bytes ?? Buffer.alloc(0)))
    } else if (manifest && member.name === SECRETS && !sealed) {
      sealed = await readAll(member)
    } else if (manifest || found.has(member.name)) {
      throw damaged(`${member.name} is unexpected`)
    } else if (member.name === MANIFEST) {
      const bytes = await readAll(member)
      manifest = parsed<Manifest>(bytes, MANIFEST)
      boundTo = createHash('sha256').update(bytes).digest()
    } else {
      const { pieces, result } = metered(member.bytes)
      for await (const _piece of pieces);
      found.set(member.name, result())
    }
  }
  if (!header || !manifest) throw damaged('it ends too early')
  compare(manifest, found)
  if (manifest.secrets !== (sealed !== null)) throw damaged("its secrets don't match the manifest")
  return { header, manifest, secrets: sealed ? { sealed, boundTo } : null }
}

function resultOf(bytes: Buffer) {
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function compare(manifest: Manifest, found: Map<string, { size: number; sha256: string }>): void {
  for (const { name, size, sha256 } of manifest.members) {
    const member = found.get(name)
    if (!member) throw damaged(`${name} is missing`)
    if (member.size !== size || member.sha256 !== sha256)
      throw damaged(`${name} was changed after the backup`)
  }
  if (found.size !== manifest.members.length) throw damaged('it contains more than its manifest lists')
}

function readHeader(bytes: Buffer | null): Header {
  if (!bytes) throw new BackupError("This isn't a Parlance backup.")
  const header = parsed<Header>(bytes, HEADER)
  if (header.format !== FORMAT) throw new BackupError("This isn't a Parlance backup.")
  if (header.formatVersion > FORMAT_VERSION) {
    throw new BackupError(
      `This backup was created by Parlance ${header.productVersion}, whose archive format this version doesn't support. Restore it with that version or a later one.`,
    )
  }
  return header
}

function parsed<T>(bytes: Buffer, name: string): T {
  try {
    return JSON.parse(bytes.toString('utf8')) as T
  } catch (cause) {
    throw damaged(`${name} can't be read`, cause)
  }
}
