import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

/** Sessions in which someone tested a public page. */
export const ofTestVisits: DataPart = {
  area: 'TestVisits',
  columns: ['public_session.tested_by'],
  erasedAs: 'Deleted',
  rows: ({
    userId,
  }) => sql`select s.id::text as key, json_build_object('createdAt', ${isoTime('s.created_at')},
      'lastSeenAt', ${isoTime('s.last_seen_at')}, 'endedAt', ${isoTime('s.ended_at')}, 'questions',
      (select coalesce(json_agg(json_build_object('question', t.question, 'answer', t.answer,
          'askedAt', ${isoTime('t.created_at')}) order by t.id), '[]')
        from (select * from conversation_segment t where t.owner_session_id = s.id order by t.id limit 500) t)) as data
    from public_session s where s.tested_by = ${userId}::uuid`,
  blobs: ({ userId }) => sql`select unnest(array[v.blob_key, v.thumbnail_blob_key]) as key
      from public_session s join vision_image v on v.owner_session_id = s.id where s.tested_by = ${userId}::uuid
    union select unnest(array_remove(array[f.blob_key, f.ready_blob_key], null))
      from public_session s join attachment a on a.owner_session_id = s.id
        join file f on f.data_source_id = a.data_source_id where s.tested_by = ${userId}::uuid`,
}
