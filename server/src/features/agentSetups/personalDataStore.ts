import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const ofSetups: DataPart = {
  area: 'Setups',
  columns: ['agent_setup.owner_user_id'],
  erasedAs: 'Deleted',
  rows: ({ userId }) => sql`select s.setup_id::text as key, json_build_object('name', s.name, 'url', s.url,
      'state', s.phase, 'createdAt', ${isoTime('s.created_at')}, 'finishedAt', ${isoTime('s.finished_at')}) as data
    from agent_setup s where s.owner_user_id = ${userId}::uuid`,
}
