import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { MimeType } from '../extraction/sniff.ts'
import { inPermittedFolders } from '../policy.ts'
import { hasTables, type Libraries } from '../retrieval/store.ts'

/** A searchable file that consists of tables. */
export interface FileWithTables {
  dataSourceId: string
  /** Its library's ID in the index. */
  libraryId: number
  fileId: string
  fileName: string
  mimeType: MimeType
  blobKey: string
}

/**
 * Returns the files with tables in these libraries: those with these IDs, or else all, the newest first, up to
 * `limit`. Others don't exist for the caller.
 */
export async function readFilesWithTables(
  db: Sql,
  { dataSourceIds, folders, attachedIds }: Libraries,
  { limit, fileIds }: { limit: number; fileIds?: readonly string[] },
): Promise<FileWithTables[]> {
  const wanted = fileIds ? sql`f.file_id = any(${[...fileIds]}::uuid[])` : sql`true`
  const result = await sql<FileWithTables>`
    select f.data_source_id as "dataSourceId", d.number as "libraryId", f.file_id as "fileId", f.name as "fileName",
      f.ready_mime_type as "mimeType", f.ready_blob_key as "blobKey"
    from data_source d join file f on f.data_source_id = d.data_source_id
    where (d.number = any(${[...attachedIds]}::int[])
        or (d.data_source_id = any(${[...dataSourceIds]}::uuid[]) and d.data_source_type = 'UploadedFiles'))
      and ${hasTables} and ${wanted} and ${inPermittedFolders(folders)}
    order by d.number desc, f.created_at desc, f.file_id limit ${limit}`.execute(db)
  return result.rows
}
