import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { LayoutBlock, Locator } from '../passages/layout.ts'
import { inPermittedFolders } from '../policy.ts'
import { type Libraries, passageColumns, type RankedPassage } from '../retrieval/store.ts'

/** A passage of a file's searchable version, with data about the file. */
export interface DocumentPassage {
  passageId: string
  fileName: string
  mimeType: string
  pages: number | null
  filePassages: number
  readersSee: 'File' | 'Passage'
  ordinal: number
  page: number | null
  locator: Locator | null
  /** Null for paragraphs only. */
  layout: LayoutBlock[] | null
  heading: string
  start: number
  end: number
  text: string
}

/** Which part of a file to read: around one of its passages, up to one, from one on, or from a page on. */
export type Part =
  | { around: number }
  | { at: number; around: number }
  | { before: number }
  | { after: number }
  | { page: number }

/** The file of a cited passage in the version of the passage, as tables that the rest of a statement joins. */
const citedFile = (passageId: string) => sql`passage cited join file f on f.file_id = cited.file_id
    and f.removed_at is null and f.ready_version = cited.file_version and cited.passage_id = ${passageId}::bigint
  join data_source d on d.data_source_id = f.data_source_id
  join passage p on p.file_id = cited.file_id and p.file_version = cited.file_version`

/**
 * Returns a part of the file of a passage in order, up to `limit` passages, or none if the file or its version is gone.
 */
export async function readPart(
  db: Sql,
  passageId: string,
  part: Part,
  limit: number,
): Promise<DocumentPassage[]> {
  const backward = 'before' in part
  const result = await sql<DocumentPassage>`
    select p.passage_id::text as "passageId", f.name as "fileName", f.ready_mime_type as "mimeType", f.pages,
      f.passages as "filePassages", d.readers_see as "readersSee", p.ordinal, p.page, p.locator, p.layout, p.heading,
      p.off_start as start, p.off_end as "end", p.text
    from ${citedFile(passageId)} where ${inPart(part)}
    order by p.ordinal ${backward ? sql`desc` : sql`asc`} limit ${limit}`.execute(db)
  return backward ? result.rows.reverse() : result.rows
}

function inPart(part: Part) {
  if ('page' in part) return sql`p.page >= ${part.page}::int`
  if ('before' in part) return sql`p.ordinal <= ${part.before}::int`
  if ('after' in part) return sql`p.ordinal >= ${part.after}::int`
  const center = 'at' in part ? sql`${part.at}::int` : sql`cited.ordinal`
  return sql`p.ordinal between ${center} - ${part.around}::int and ${center} + ${part.around}::int`
}

export interface FoundText {
  ordinal: number
  page: number | null
  locator: Locator | null
  text: string
}

/** Returns those of the next `span` passages of a passage's file that contain a text. Case doesn't matter. */
export async function readMatches(
  db: Sql,
  passageId: string,
  { search, from, span }: { search: string; from: number; span: number },
): Promise<FoundText[]> {
  const result = await sql<FoundText>`select p.ordinal, p.page, p.locator, p.text
    from ${citedFile(passageId)}
    where p.ordinal >= ${from}::int and p.ordinal < ${from + span}::int
      and position(lower(${search}) in lower(p.text)) > 0
    order by p.ordinal`.execute(db)
  return result.rows
}

/** Returns the number of passages of a passage's file and what its readers can open, or null if it is gone. */
export async function readExtent(
  db: Sql,
  passageId: string,
): Promise<{ filePassages: number; readersSee: 'File' | 'Passage' } | null> {
  const result = await sql<{ filePassages: number; readersSee: 'File' | 'Passage' }>`
    select f.passages as "filePassages", d.readers_see as "readersSee"
    from passage cited join file f on f.file_id = cited.file_id and f.removed_at is null
        and f.ready_version = cited.file_version
      join data_source d on d.data_source_id = f.data_source_id
    where cited.passage_id = ${passageId}::bigint`.execute(db)
  return result.rows[0] ?? null
}

export interface StoredDocument {
  fileId: string
  name: string
  mimeType: string
  blobKey: string
  readersSee: 'File' | 'Passage'
}

/** Returns the file of a passage in the passage's version, or null if either is gone. */
export async function readFileOf(db: Sql, passageId: string): Promise<StoredDocument | null> {
  const result = await sql<StoredDocument>`
    select f.file_id as "fileId", f.name, f.ready_mime_type as "mimeType", f.ready_blob_key as "blobKey",
      d.readers_see as "readersSee"
    from passage p join file f on f.file_id = p.file_id and f.removed_at is null
        and f.ready_version = p.file_version
      join data_source d on d.data_source_id = f.data_source_id
    where p.passage_id = ${passageId}::bigint`.execute(db)
  return result.rows[0] ?? null
}

/** The current state of a cited file. */
export interface CitedFileState {
  fileId: string
  dataSourceId: string
  folder: string
  /** When a newer version was last uploaded, or null if never. */
  replacedAt: Date | null
}

/** Returns the given files that still exist. */
export async function readFileStates(db: Sql, fileIds: readonly string[]): Promise<CitedFileState[]> {
  const result = await sql<CitedFileState>`
    select f.file_id as "fileId", f.data_source_id as "dataSourceId", f.folder, f.replaced_at as "replacedAt"
    from file f where f.file_id = any(${[...fileIds]}::uuid[]) and f.removed_at is null`.execute(db)
  return result.rows
}

/** Returns the folder of each of these passages that is still searchable. */
export async function readFoldersOf(
  db: Sql,
  passageIds: readonly string[],
): Promise<{ passageId: string; folder: string }[]> {
  const result = await sql<{ passageId: string; folder: string }>`
    select p.passage_id::text as "passageId", f.folder from passage p join file f on f.file_id = p.file_id
    where p.passage_id = any(${[...passageIds]}::bigint[]) and f.removed_at is null
      and f.ready_version = p.file_version`.execute(db)
  return result.rows
}

/**
 * Returns the beginnings of these libraries' files: the first passages of every file before the next ones of
 * any.
 */
export async function readFirst(db: Sql, libraryIds: number[], limit: number): Promise<RankedPassage[]> {
  const result = await sql<RankedPassage>`
    select ${passageColumns}, 0::float8 as score
    from data_source d join file f on f.data_source_id = d.data_source_id and f.removed_at is null
      join passage p on p.file_id = f.file_id and p.file_version = f.ready_version and p.ordinal < ${limit}::int
    where d.number = any(${libraryIds}::int[]) order by p.ordinal, f.created_at, f.file_id limit ${limit}`.execute(
    db,
  )
  return result.rows
}

/** A searchable file and how much text it has. */
export interface ReadableFile {
  dataSourceId: string
  /** Its library's ID in the index. */
  libraryId: number
  fileId: string
  fileName: string
  fileVersion: number
  pages: number | null
  passages: number
  /** The length of its text. */
  characters: number
}

const fileColumns =
  sql.raw(`f.data_source_id as "dataSourceId", d.number as "libraryId", f.file_id as "fileId",
  f.name as "fileName", f.ready_version as "fileVersion", f.pages, f.passages, last.off_end as characters`)
/** The last passage of a file, found with the index on its position. */
const lastPassage = sql.raw(`(select p.off_end from passage p
  where p.file_id = f.file_id and p.file_version = f.ready_version order by p.ordinal desc limit 1)`)

/** Returns those of these files that are still searchable, in the given order. */
export async function readFilesById(db: Sql, fileIds: readonly string[]): Promise<ReadableFile[]> {
  const result = await sql<ReadableFile>`select ${fileColumns}
    from file f join data_source d on d.data_source_id = f.data_source_id cross join lateral ${lastPassage} last
    where f.file_id = any(${[...fileIds]}::uuid[]) and f.removed_at is null
    order by array_position(${[...fileIds]}::uuid[], f.file_id)`.execute(db)
  return result.rows
}

/**
 * Returns the searchable files of these libraries whose name contains `named`, in the order of their names, up to
 * `limit`. Files with exactly this name come first, and of files with the same name the newest. Case doesn't matter.
 */
export async function readFilesIn(
  db: Sql,
  { dataSourceIds, folders, attachedIds }: Libraries,
  { limit, named }: { limit: number; named: string },
): Promise<ReadableFile[]> {
  const result = await sql<ReadableFile>`
    select ${fileColumns}
    from data_source d join file f on f.data_source_id = d.data_source_id and f.removed_at is null
      cross join lateral ${lastPassage} last
    where (d.number = any(${[...attachedIds]}::int[])
        or (d.data_source_id = any(${[...dataSourceIds]}::uuid[]) and d.data_source_type = 'UploadedFiles'))
      and position(lower(${named}) in lower(f.name)) > 0 and ${inPermittedFolders(folders)}
    order by (lower(f.name) = lower(${named})) desc, f.name collate "C", d.number desc, f.created_at desc, f.file_id
    limit ${limit}`.execute(db)
  return result.rows
}

/** The most passages that one statement returns. */
const READ_AT_ONCE = 1000

/**
 * Returns passages of files in order, starting at `from` of each. Each file ends with the passage that reaches
 * `characters`. Files without these passages are missing, as are files that are gone.
 */
export async function readInOrder(
  db: Sql,
  files: readonly { fileId: string; from: number; characters: number }[],
): Promise<RankedPassage[]> {
  const result = await sql<RankedPassage>`
    select part.* from unnest(${files.map((file) => file.fileId)}::uuid[], ${files.map((file) => file.from)}::int[],
        ${files.map((file) => file.characters)}::int[]) with ordinality as wanted (file_id, first, characters, place)
      cross join lateral (
        select ${passageColumns}, 0::float8 as score
        from file f join passage p on p.file_id = f.file_id and p.file_version = f.ready_version
        where f.file_id = wanted.file_id and f.removed_at is null and p.ordinal >= wanted.first
          and p.off_start < wanted.characters + (select begun.off_start from passage begun
            where begun.file_id = f.file_id and begun.file_version = f.ready_version and begun.ordinal = wanted.first)
        order by p.ordinal limit ${READ_AT_ONCE}) part
    order by wanted.place, part.ordinal`.execute(db)
  return result.rows
}

/** A heading path of a file, with the page and passage where it begins. */
export interface FileHeading {
  heading: string
  page: number | null
  ordinal: number
}

const OUTLINED_PASSAGES = 20_000
const MOST_HEADINGS = 1000

/** Returns the headings of a file, each once, in order. */
export async function readHeadings(db: Sql, fileId: string): Promise<FileHeading[]> {
  const result = await sql<FileHeading>`
    select heading, min(page) as page, min(ordinal) as ordinal from (
      select p.heading, p.page, p.ordinal from file f
        join passage p on p.file_id = f.file_id and p.file_version = f.ready_version
      where f.file_id = ${fileId}::uuid and f.removed_at is null
      order by p.ordinal limit ${OUTLINED_PASSAGES}) part
    where heading <> '' group by heading order by min(ordinal) limit ${MOST_HEADINGS}`.execute(db)
  return result.rows
}

/** Returns the first passage of a page, or of the next page that has text, or null if there is none. */
export async function readStartOfPage(db: Sql, fileId: string, page: number): Promise<number | null> {
  const result = await sql<{ ordinal: number | null }>`
    select min(p.ordinal) as ordinal from file f
      join passage p on p.file_id = f.file_id and p.file_version = f.ready_version
    where f.file_id = ${fileId}::uuid and f.removed_at is null and p.page >= ${page}`.execute(db)
  return result.rows[0]?.ordinal ?? null
}

/** Returns the passage of a file with the text at this position. */
export async function readAtPosition(
  db: Sql,
  fileId: string,
  position: number,
): Promise<RankedPassage | null> {
  const result = await sql<RankedPassage>`
    select ${passageColumns}, 0::float8 as score
    from file f join passage p on p.file_id = f.file_id and p.file_version = f.ready_version
    where f.file_id = ${fileId}::uuid and f.removed_at is null and p.off_end > ${position}::int
    order by p.ordinal limit 1`.execute(db)
  return result.rows[0] ?? null
}

/** Returns the passages of a file at these positions, in order. */
export async function readAt(db: Sql, fileId: string, ordinals: readonly number[]): Promise<RankedPassage[]> {
  const result = await sql<RankedPassage>`
    select ${passageColumns}, 0::float8 as score
    from file f join passage p on p.file_id = f.file_id and p.file_version = f.ready_version
    where f.file_id = ${fileId}::uuid and f.removed_at is null and p.ordinal = any(${[...ordinals]}::int[])
    order by p.ordinal`.execute(db)
  return result.rows
}
