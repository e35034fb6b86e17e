import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'

/** A file whose passages are written, as the instance's database knows it. */
export interface IndexedFile {
  fileId: string
  dataSourceId: string
  libraryId: number
  folder: string
  name: string
  readyVersion: number | null
}

/** Makes a file known in its library's own index, and `holder` the only one who can write its passages there. */
export async function takeFile(tx: Sql, file: IndexedFile, holder: string): Promise<void> {
  await sql`insert into data_source (data_source_id, number, data_source_type)
    values (${file.dataSourceId}, ${file.libraryId}, 'UploadedFiles') on conflict (data_source_id) do nothing`.execute(
    tx,
  )
  await sql`insert into file (file_id, data_source_id, folder, name, ready_version, lease_holder)
    values (${file.fileId}, ${file.dataSourceId}, ${file.folder}, ${file.name}, ${file.readyVersion}, ${holder})
    on conflict (file_id) do update set folder = excluded.folder, name = excluded.name,
      ready_version = excluded.ready_version, lease_holder = excluded.lease_holder`.execute(tx)
}

/** Returns whether `holder` still has the file, and keeps it so until the transaction ends. */
export async function holdsFile(tx: Sql, fileId: string, holder: string): Promise<boolean> {
  const held =
    await sql`select from file where file_id = ${fileId} and lease_holder = ${holder} for update`.execute(tx)
  return held.rows.length > 0
}

/** Makes a version of a file the searchable one. */
export async function showVersion(
  tx: Sql,
  fileId: string,
  file: { fileVersion: number; mimeType: string; pages: number | null; passages: number; hasTables: boolean },
): Promise<void> {
  await sql`update file set ready_version = ${file.fileVersion}, ready_mime_type = ${file.mimeType},
    pages = ${file.pages}, passages = ${file.passages}, has_tables = ${file.hasTables}
    where file_id = ${fileId}`.execute(tx)
}

/** Forgets a file whose passages were removed. */
export async function forgetFile(tx: Sql, fileId: string): Promise<void> {
  await sql`delete from file where file_id = ${fileId}`.execute(tx)
}

/**
 * Forgets a library that is being deleted, once it has no files. Others stay even without files: the numbers of their
 * changes would start again, and counts that were read before would seem to be current.
 */
export async function forgetLibrary(tx: Sql, libraryId: number): Promise<void> {
  // Of several last files, one sees that the others are gone.
  await sql`select from data_source where number = ${libraryId} for update`.execute(tx)
  await sql`delete from data_source d where d.number = ${libraryId}
    and not exists (select from file f where f.data_source_id = d.data_source_id)`.execute(tx)
}
