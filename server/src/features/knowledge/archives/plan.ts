import type { ErrorCode } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import type { ArchiveEntry } from '../../../platform/archives/archive.ts'
import { isReadable } from '../../../platform/archives/readEntry.ts'
import { nameKey } from '../../../platform/language/nameKey.ts'

/** A file of an archive with its place in the library, or why it can't be added. */
export type Planned =
  | { entry: ArchiveEntry; path: string; folder: string; name: string }
  | { path: string; refused: ErrorCode }

const MAX_SHOWN_PATH = 500
/** Invisible characters that could hide what a name really is, and what stands for bytes that couldn't be read. */
const unsafe = /[\p{Cc}\p{Cs}\\\ufffd\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const drive = /^[a-z]:/i
/** What systems put into archives by themselves, besides hidden files. */
const systemNames = new Set(['__macosx', 'thumbs.db', 'desktop.ini'])

/**
 * Decides what becomes of each file of an archive, in order. The same archive always has the same plan. Folders and
 * system files have no place in it. Hidden files are left out as they are from dropped folders. `folder` is where the
 * archive is unpacked.
 */
export function planArchive(entries: readonly ArchiveEntry[], folder: string): Planned[] {
  const taken = new Set<string>()
  return entries.filter(isWanted).map((entry): Planned => {
    const path = shownPath(entry.name)
    if (!isSafe(entry.name)) return { path, refused: 'archive.name' }
    const place = placeOf(entry.name, folder)
    const refused = refusalOf(entry, place)
    if (refused) return { path, refused }
    const key = JSON.stringify([place.folder, nameKey(place.name)])
    if (taken.has(key)) return { path, refused: 'archive.sameName' }
    taken.add(key)
    return { entry, path, ...place }
  })
}

function isWanted({ name, kind }: ArchiveEntry): boolean {
  if (kind === 'folder') return false
  const parts = name.split('/')
  if (parts.some((part) => systemNames.has(part.toLowerCase()))) return false
  return !isSafe(name) || !parts.some((part) => part.startsWith('.'))
}

/** A path that stays in its folder on every system. */
const isSafe = (name: string): boolean =>
  !unsafe.test(name) &&
  !drive.test(name) &&
  name.split('/').every((part) => !['', '.', '..'].includes(part.replaceAll(/[\p{Cf}\s]/gu, '')))

function placeOf(path: string, within: string): { folder: string; name: string } {
  const parts = path.normalize('NFC').split('/')
  const trimmed = parts.map((part) => part.trim())
  return {
    folder: [within, ...trimmed.slice(0, -1)].filter(Boolean).join('/'),
    name: trimmed.at(-1) ?? '',
  }
}

function refusalOf(
  entry: ArchiveEntry,
  { folder, name }: { folder: string; name: string },
): ErrorCode | null {
  if (entry.kind === 'other') return 'archive.link'
  if (name.length > limits.fileName || folder.length > limits.folder) return 'archive.longName'
  if (entry.encrypted) return 'file.encrypted'
  if (entry.unpackedSize === 0) return 'file.empty'
  if (entry.unpackedSize > limits.fileBytes) return 'file.tooLarge'
  return isReadable(entry) ? null : 'archive.method'
}

/** A path as it can be stored and shown, whatever is in it. */
function shownPath(name: string): string {
  const shown = name.replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
  return shown.slice(0, MAX_SHOWN_PATH).toWellFormed() || '\ufffd'
}
