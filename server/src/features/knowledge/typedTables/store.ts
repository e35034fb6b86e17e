import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { MimeType } from '../extraction/sniff.ts'
import { inPermittedFolders } from '../policy.ts'
import { hasTables, isOfTables, type Libraries } from '../retrieval/store.ts'

/** A searchable file with tables. */
export interface FileWithTables {
  dataSourceId: string
  /** Its library's ID in the index. */
  libraryId: number
  fileId: string
  fileName: string
  mimeType: MimeType
  blobKey: string
}

/** Which files with tables to return, up to `limit`. */
export type WhichFiles = { limit: number } & (
  | { fileIds: readonly string[] }
  /** Spreadsheets, attachments, and those of the documents that a search found. */
  | { found: readonly string[] }
)

/**
 * Returns files with tables of these libraries. Attachments come first, then what a search found, then the newest
 * spreadsheets. Others don't exist for the caller.
 */
export async function readFilesWithTables(
  db: Sql,
  { dataSourceIds, folders, attachedIds }: Libraries,
  which: WhichFiles,
): Promise<FileWithTables[]> {
  const isNamed = sql`f.file_id = any(${[...('found' in which ? which.found : which.fileIds)]}::uuid[])`
  const isAttached = sql`d.number = any(${[...attachedIds]}::int[])`
  const wanted = 'found' in which ? sql`(${isNamed} or ${isAttached} or ${isOfTables})` : isNamed
  const result = await sql<FileWithTables>`
    select f.data_source_id as "dataSourceId", d.number as "libraryId", f.file_id as "fileId", f.name as "fileName",
      f.ready_mime_type as "mimeType", f.ready_blob_key as "blobKey"
    from data_source d join file f on f.data_source_id = d.data_source_id
    where (${isAttached}
        or (d.data_source_id = any(${[...dataSourceIds]}::uuid[]) and d.data_source_type = 'UploadedFiles'))
      and ${hasTables} and ${wanted} and ${inPermittedFolders(folders)}
    order by ${isAttached} desc, ${isNamed} desc, d.number desc, f.created_at desc, f.file_id
    limit ${which.limit}`.execute(db)
  return result.rows
}
