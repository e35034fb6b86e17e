import type { ErrorCode } from '@parlance/contract/errors'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { removeRows } from '../../../platform/database/slices.ts'
import { TERMS_VERSION } from '../../../platform/language/terms.ts'
import type { FileState } from '../store.ts'

/** The single file of an attachment's library. */
export interface AttachedFile {
  dataSourceId: string
  /** The index ID of its library. */
  libraryId: number
  size: number
  mimeType: string
  state: FileState
  progress: number
  reason: ErrorCode | null
  pages: number | null
  passages: number
  blobKey: string
}

/** Creates a library for one file, which is in no list. The caller decides who can read it. */
export async function insertAttachedLibrary(
  tx: Sql,
  library: { dataSourceId: string; name: string; createdBy: string | null },
): Promise<void> {
  await sql`insert into data_source (data_source_id, name, name_key, data_source_type, created_by)
    values (${library.dataSourceId}, ${library.name}, ${library.dataSourceId}, 'Attachment', ${library.createdBy})`.execute(
    tx,
  )
}

/** Marks a file that is stored but not searched as ready immediately. */
export async function markUnsearched(tx: Sql, fileId: string): Promise<void> {
  await sql`update file set state = 'Ready', progress = 100, ready_version = file_version, ready_blob_key = blob_key,
      ready_mime_type = mime_type, tokenizer_version = ${TERMS_VERSION}
    where file_id = ${fileId}`.execute(tx)
}

/**
 * Returns the files of these attachments and omits missing ones. The caller has checked that they are readable.
 */
export async function readAttachedFiles(db: Sql, dataSourceIds: readonly string[]): Promise<AttachedFile[]> {
  const result = await sql<AttachedFile>`
    select f.data_source_id as "dataSourceId", d.number as "libraryId", f.size::float8 as size,
      f.mime_type as "mimeType", f.state, f.progress, f.reason, f.pages, f.passages, f.blob_key as "blobKey"
    from file f join data_source d on d.data_source_id = f.data_source_id
    where d.data_source_id = any(${[...dataSourceIds]}::uuid[]) and d.data_source_type = 'Attachment'
      and f.removed_at is null`.execute(db)
  return result.rows
}

/** Hides the files. The indexer later deletes their passages, bytes, and libraries. */
export async function markAttachedRemoved(tx: Sql, dataSourceIds: readonly string[]): Promise<void> {
  await sql`update file set removed_at = now(), updated_at = now(), attempts = 0
    where removed_at is null and data_source_id in (select data_source_id from data_source
      where data_source_id = any(${[...dataSourceIds]}::uuid[]) and data_source_type = 'Attachment')`.execute(
    tx,
  )
}

/** Deletes some libraries of someone's attachments that have neither a file nor an attachment any more. Returns how many. */
export async function removeEmpty(tx: Sql, createdBy: string): Promise<number> {
  return removeRows(tx, {
    table: 'data_source',
    key: 'data_source_id',
    where: sql`r.created_by = ${createdBy}::uuid and r.data_source_type = 'Attachment'
      and not exists (select from file f where f.data_source_id = r.data_source_id)
      and not exists (select from attachment a where a.data_source_id = r.data_source_id)`,
  })
}
