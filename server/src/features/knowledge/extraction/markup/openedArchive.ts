import { unzipSync } from 'fflate'
import { readArchiveDirectory } from '../../../../platform/archives/archive.ts'
import { Unreadable } from '../openedDocument.ts'

/** The texts in an archive, by their path. */
export interface OpenedArchive {
  /** Returns null if there is no such file. */
  text(name: string): string | null
}

/** Each file of an OpenDocument archive with a password is encrypted for itself. */
const encryptedFile = /<manifest:encryption-data\b/

/**
 * Opens an archive whose directory is within the limits of documents, and whose files aren't encrypted. They are unpacked
 * one by one when asked for.
 */
export async function openArchive(bytes: Buffer): Promise<OpenedArchive> {
  const entries = await readArchiveDirectory(bytes.length, async (start, end) => bytes.subarray(start, end))
  if (typeof entries === 'string') throw new Unreadable(entries)
  if (entries.some(({ encrypted }) => encrypted)) throw new Unreadable('file.encrypted')
  const known = new Set(entries.map(({ name }) => name))
  const opened: OpenedArchive = {
    text(name) {
      if (!known.has(name)) return null
      try {
        const unpacked = unzipSync(bytes, { filter: (file) => file.name === name })[name]
        return unpacked ? new TextDecoder().decode(unpacked) : null
      } catch (cause) {
        throw new Unreadable('file.broken', { cause })
      }
    },
  }
  if (encryptedFile.test(opened.text('META-INF/manifest.xml') ?? '')) throw new Unreadable('file.encrypted')
  return opened
}

/** Returns the path that a reference means, relative to the file that it is in. Empty if it leads out of the archive. */
export function pathFrom(file: string, reference: string): string {
  const base = new URL(file, 'archive:///')
  return URL.canParse(reference, base.href)
    ? decode(new URL(reference, base).pathname).replace(/^\//, '')
    : ''
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
