import type { Knowledge, ReadableFile } from '../../../knowledge/index.ts'
import type { SearchedLibraries } from '../search.ts'
import { outlineOf } from './outline.ts'
import { readWhole, type WholeDocument } from './wholeDocuments.ts'

/** What is known of an answer's files before any is searched. */
export interface Opening {
  /** The files that the model reads as a whole, oldest first: new ones don't move the others. */
  documents: WholeDocument[]
  /** The files that were to be read as a whole but don't fit: attachments, the newest first, then others. */
  tooLarge: ReadableFile[]
  /** The outlines of the other attachments, newest first. */
  outlines: string[]
  /** What remains to be searched, or null if everything was read. */
  rest: SearchedLibraries | null
}

/** More attachments than a conversation sensibly has. Others are searched. */
const MOST_FILES = 200
const OUTLINE_TOKENS = 1200
const MOST_OUTLINES = 5
/** The share of the room that outlines can take. */
const OUTLINES_SHARE = 0.1

/**
 * Reads the attachments that fit in `tokens` as a whole, the newest first, then those of the `linked` files of
 * libraries, and the outlines of the newest other attachments. `room` is that of the whole prompt.
 */
export async function openFiles(
  { reading }: Pick<Knowledge, 'reading'>,
  libraries: SearchedLibraries,
  { tokens, room, linked }: { tokens: number; room: number; linked: readonly ReadableFile[] },
): Promise<Opening> {
  const { attachedIds, dataSourceIds, newAttachedIds } = libraries
  if (attachedIds.length + linked.length === 0)
    return { documents: [], tooLarge: [], outlines: [], rest: libraries }
  const files =
    attachedIds.length > 0 ? await reading.files({ dataSourceIds: [], attachedIds }, MOST_FILES) : []
  const age = new Map(attachedIds.map((id, at) => [id, at]))
  // Files of libraries come last in the prompt, because they depend on the question.
  const ageOf = (file: ReadableFile) => age.get(file.libraryId) ?? attachedIds.length
  const newestFirst = files.toSorted((a, b) => ageOf(b) - ageOf(a))
  const documents = await readWhole(reading, [...newestFirst, ...linked], tokens)
  const read = new Set(documents.map(({ file }) => file.fileId))
  const whole = new Set(documents.map(({ file }) => file.libraryId))
  const isLeft = (id: number) => !whole.has(id)
  const left = attachedIds.filter(isLeft)
  const rest = { ...libraries, attachedIds: left, newAttachedIds: newAttachedIds.filter(isLeft) }
  const outlined = newestFirst.filter((file) => isLeft(file.libraryId)).slice(0, MOST_OUTLINES)
  const each = Math.min(OUTLINE_TOKENS, (room * OUTLINES_SHARE) / Math.max(outlined.length, 1))
  const outlines = await Promise.all(
    outlined.map(async (file) => outlineOf(file, await reading.headings(file.fileId), each)),
  )
  return {
    documents: documents.toSorted((a, b) => ageOf(a.file) - ageOf(b.file)),
    tooLarge: [...newestFirst, ...linked].filter((file) => !read.has(file.fileId)),
    outlines,
    rest: left.length > 0 || dataSourceIds.length > 0 ? rest : null,
  }
}
