import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const ofLibraries: DataPart[] = [
  {
    area: 'Uploads',
    columns: ['file.uploaded_by'],
    // The file is the library's.
    erasedAs: 'Kept',
    isFiles: true,
    rows: ({
      userId,
    }) => sql`select f.file_id::text as key, json_build_object('fileName', f.name, 'folder', f.folder,
        'library', d.name, 'size', f.size, 'mimeType', f.mime_type, 'createdAt', ${isoTime('f.created_at')},
        'updatedAt', ${isoTime('f.updated_at')}) as data,
        f.blob_key as "blobKey", f.name as "fileName", f.size::float8 as bytes
      from file f join data_source d on d.data_source_id = f.data_source_id
      where f.uploaded_by = ${userId}::uuid and d.data_source_type <> 'Attachment' and f.removed_at is null`,
  },
  {
    area: 'Archives',
    columns: ['library_archive.uploaded_by'],
    erasedAs: 'Deleted',
    rows: ({ userId }) => sql`select a.archive_id::text as key, json_build_object('fileName', a.name,
        'library', d.name, 'folder', a.folder, 'size', a.size, 'files', a.added,
        'createdAt', ${isoTime('a.created_at')}, 'finishedAt', ${isoTime('a.finished_at')}) as data
      from library_archive a join data_source d on d.data_source_id = a.data_source_id
      where a.uploaded_by = ${userId}::uuid`,
    blobs: ({ userId }) => sql`select a.blob_key as key from library_archive a
      where a.uploaded_by = ${userId}::uuid and a.blob_key is not null`,
  },
]
