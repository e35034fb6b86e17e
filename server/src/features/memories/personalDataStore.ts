import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const ofMemories: DataPart = {
  area: 'Memories',
  columns: ['memory.user_id', 'memory.source_segment_id', 'memory_user.user_id'],
  erasedAs: 'Deleted',
  rows: ({ userId }) => sql`select m.id::text as key, json_build_object('text', m.text,
      'segmentId', m.source_segment_id, 'createdAt', ${isoTime('m.created_at')},
      'updatedAt', ${isoTime('m.updated_at')}) as data
    from memory m where m.user_id = ${userId}::uuid and not m.is_proposed
    union all select 'on', json_build_object('turnedOnAt', ${isoTime('u.since')})
    from memory_user u where u.user_id = ${userId}::uuid`,
}
