import type { FileReading, Knowledge, Libraries, ReadableFile } from '../../../knowledge/index.ts'
import type { SearchedLibraries } from '../search.ts'
import { outlineOf } from './outline.ts'
import { readWhole, type WholeDocument } from './wholeDocuments.ts'

/** What is known of an answer's files before any is searched. */
export interface Opening {
  /** The files that the model reads as a whole. New ones don't move the others. */
  documents: WholeDocument[]
  /** The files that were to be read as a whole but don't fit: attachments, the newest first, then others. */
  tooLarge: ReadableFile[]
  /** The outlines of the other attachments, newest first. */
  outlines: string[]
  /** What remains to be searched, or null if everything was read. */
  rest: SearchedLibraries | null
}

/** More files are searched. */
const MOST_FILES = 100
const OUTLINE_TOKENS = 1200
const MOST_OUTLINES = 5
/** The share of the room that outlines can take. */
const OUTLINES_SHARE = 0.1

/**
 * Reads files as a whole, as far as they fit in `tokens`: attachments, the newest first, then the `linked` files of
 * libraries, then libraries that are to be read as a whole, if all of their files fit. Also reads the outlines of the
 * newest other attachments. `room` is that of the whole prompt.
 */
export async function openFiles(
  { reading }: Pick<Knowledge, 'reading'>,
  libraries: SearchedLibraries,
  { tokens, room, linked }: { tokens: number; room: number; linked: readonly ReadableFile[] },
): Promise<Opening> {
  const { attachedIds, dataSourceIds, wholeDataSourceIds, folders, newAttachedIds } = libraries
  const files =
    attachedIds.length > 0
      ? await reading.files(
          { dataSourceIds: [], folders, attachedIds: attachedIds.slice(-MOST_FILES) },
          MOST_FILES,
        )
      : []
  const age = new Map(attachedIds.map((id, at) => [id, at]))
  const ageOf = (file: ReadableFile) => age.get(file.libraryId) ?? 0
  const newestFirst = files.toSorted((a, b) => ageOf(b) - ageOf(a))
  const wanted = [...newestFirst, ...linked]
  const own = wanted.length > 0 ? await readWhole(reading, wanted, tokens) : []
  const left = own.reduce((sum, document) => sum - document.tokens, tokens)
  const whole = { dataSourceIds: wholeDataSourceIds, folders, attachedIds: [] }
  const shared = wholeDataSourceIds.length > 0 ? await readLibraries(reading, whole, left) : []
  const read = new Set([...own, ...shared].map(({ file }) => file.fileId))
  const wholeLibraries = new Set(shared.map(({ file }) => file.dataSourceId))
  const wholeAttached = new Set(own.map(({ file }) => file.libraryId))
  const isLeft = (id: number) => !wholeAttached.has(id)
  const rest = {
    ...libraries,
    dataSourceIds: dataSourceIds.filter((id) => !wholeLibraries.has(id)),
    attachedIds: attachedIds.filter(isLeft),
    newAttachedIds: newAttachedIds.filter(isLeft),
  }
  const outlined = newestFirst.filter((file) => !read.has(file.fileId)).slice(0, MOST_OUTLINES)
  const each = Math.min(OUTLINE_TOKENS, (room * OUTLINES_SHARE) / Math.max(outlined.length, 1))
  const outlines = await Promise.all(
    outlined.map(async (file) => outlineOf(file, await reading.headings(file.fileId), each)),
  )
  const isAttached = ({ file }: WholeDocument) => age.has(file.libraryId)
  return {
    // Libraries are the same in all conversations, attachments in all questions of one, other files in none.
    documents: [
      ...shared,
      ...own.filter(isAttached).toSorted((a, b) => ageOf(a.file) - ageOf(b.file)),
      ...own.filter((document) => !isAttached(document)),
    ],
    tooLarge: wanted.filter((file) => !read.has(file.fileId)),
    outlines,
    rest: rest.attachedIds.length > 0 || rest.dataSourceIds.length > 0 ? rest : null,
  }
}

/** Reads the libraries of which all files fit, or all files of their permitted folders, in this order. */
async function readLibraries(
  reading: FileReading,
  libraries: Libraries,
  tokens: number,
): Promise<WholeDocument[]> {
  const files = await reading.files(libraries, MOST_FILES + 1)
  // One of them may be incomplete.
  if (files.length > MOST_FILES) return []
  const documents: WholeDocument[] = []
  let left = tokens
  for (const dataSourceId of libraries.dataSourceIds) {
    const own = files.filter((file) => file.dataSourceId === dataSourceId)
    const read = await readWhole(reading, own, left)
    if (read.length < own.length) continue
    documents.push(...read)
    left = read.reduce((sum, document) => sum - document.tokens, left)
  }
  return documents
}
