import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const ofSessions: DataPart = {
  area: 'Sessions',
  columns: ['session.user_id'],
  erasedAs: 'Deleted',
  rows: ({
    userId,
  }) => sql`select s.id::text as key, json_build_object('createdAt', ${isoTime('s.created_at')},
      'lastSeenAt', ${isoTime('s.last_seen_at')}, 'expiresAt', ${isoTime('s.expires_at')},
      'endedAt', ${isoTime('s.revoked_at')}, 'device', s.user_agent, 'network', s.network) as data
    from session s where s.user_id = ${userId}::uuid`,
}
