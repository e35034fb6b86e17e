import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { RankedPassage } from '../retrieval/store.ts'

/** A passage of a file's searchable version, with data about the file. */
export interface DocumentPassage {
  passageId: string
  fileName: string
  mimeType: string
  pages: number | null
  filePassages: number
  ordinal: number
  page: number | null
  heading: string
  start: number
  end: number
  text: string
}

/**
 * Returns a passage and those within `span` before and after it, in order, or none if its file or version is
 * gone.
 */
export async function readAround(db: Sql, passageId: string, span: number): Promise<DocumentPassage[]> {
  const result = await sql<DocumentPassage>`
    select p.passage_id::text as "passageId", f.name as "fileName", f.ready_mime_type as "mimeType", f.pages,
      f.passages as "filePassages", p.ordinal, p.page, p.heading, p.off_start as start, p.off_end as "end", p.text
    from passage cited join file f on f.file_id = cited.file_id and f.removed_at is null
        and f.ready_version = cited.file_version
      join passage p on p.file_id = cited.file_id and p.file_version = cited.file_version
        and p.ordinal between cited.ordinal - ${span}::int and cited.ordinal + ${span}::int
    where cited.passage_id = ${passageId}::bigint order by p.ordinal`.execute(db)
  return result.rows
}

export interface StoredDocument {
  fileId: string
  name: string
  mimeType: string
  blobKey: string
}

/** Returns the file of a passage in the passage's version, or null if either is gone. */
export async function readFileOf(db: Sql, passageId: string): Promise<StoredDocument | null> {
  const result = await sql<StoredDocument>`
    select f.file_id as "fileId", f.name, f.ready_mime_type as "mimeType", f.ready_blob_key as "blobKey"
    from passage p join file f on f.file_id = p.file_id and f.removed_at is null
      and f.ready_version = p.file_version
    where p.passage_id = ${passageId}::bigint`.execute(db)
  return result.rows[0] ?? null
}

/** The current state of a cited file. */
export interface CitedFileState {
  fileId: string
  dataSourceId: string
  /** When a newer version was last uploaded, or null if never. */
  replacedAt: Date | null
}

/** Returns the given files that still exist. */
export async function readFileStates(db: Sql, fileIds: readonly string[]): Promise<CitedFileState[]> {
  const result = await sql<CitedFileState>`
    select f.file_id as "fileId", f.data_source_id as "dataSourceId", f.replaced_at as "replacedAt"
    from file f where f.file_id = any(${[...fileIds]}::uuid[]) and f.removed_at is null`.execute(db)
  return result.rows
}

/**
 * Returns the beginnings of these libraries' files: the first passages of every file before the next ones of
 * any.
 */
export async function readFirst(db: Sql, libraryIds: number[], limit: number): Promise<RankedPassage[]> {
  const result = await sql<RankedPassage>`
    select p.passage_id::text as "passageId", f.data_source_id as "dataSourceId", f.file_id as "fileId",
      f.name as "fileName", p.ordinal, p.page, p.heading, p.text, p.off_start as start, p.off_end as "end",
      0::float8 as score
    from data_source d join file f on f.data_source_id = d.data_source_id and f.removed_at is null
      join passage p on p.file_id = f.file_id and p.file_version = f.ready_version and p.ordinal < ${limit}::int
    where d.number = any(${libraryIds}::int[]) order by p.ordinal, f.created_at, f.file_id limit ${limit}`.execute(
    db,
  )
  return result.rows
}
