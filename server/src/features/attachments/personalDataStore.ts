import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

/** SQL that is true for libraries `d` of attachments of someone. Those of a visitor who took chats along had no user before. */
const isOf = (userId: string) => sql<boolean>`(d.data_source_type = 'Attachment' and d.data_source_id in (
  select o.data_source_id from data_source o where o.data_source_type = 'Attachment' and o.created_by = ${userId}::uuid
  union select o.data_source_id from attachment o where o.owner_user_id = ${userId}::uuid))`

/** The files that someone attached. Their libraries of one file each are deleted in the background. */
export const ofAttachments: DataPart = {
  area: 'Attachments',
  columns: ['attachment.owner_user_id', 'attachment.conversation_id'],
  erasedAs: 'Deleted',
  isFiles: true,
  rows: ({ userId }) => sql`select d.data_source_id::text as key, json_build_object(
      'fileName', coalesce(a.original_file_name, f.name, d.name), 'size', f.size, 'mimeType', f.mime_type,
      'conversationId', a.conversation_id, 'sentWith', a.segment_id, 'createdAt', ${isoTime('f.created_at')},
      'deletedAt', ${isoTime('f.removed_at')}) as data,
      f.blob_key as "blobKey", coalesce(a.original_file_name, f.name) as "fileName", f.size::float8 as bytes
    from data_source d left join file f on f.data_source_id = d.data_source_id
      left join attachment a on a.data_source_id = d.data_source_id
    where ${isOf(userId)}`,
  blobs: ({ userId }) => sql`select unnest(array_remove(array[f.blob_key, f.ready_blob_key], null)) as key
    from data_source d join file f on f.data_source_id = d.data_source_id
    where ${isOf(userId)}`,
}
