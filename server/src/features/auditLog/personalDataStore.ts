import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

const about = (userId: string) => sql`e.entity_id = ${userId}`

/**
 * Entries by a person, and those about their account. What others changed in it is part of their data. What the person
 * changed elsewhere isn’t: it is about others, and they may no longer be allowed to see it.
 */
export const ofAuditLog: DataPart = {
  area: 'AuditLog',
  columns: ['audit_entry.actor_user_id'],
  erasedAs: 'Kept',
  rows: ({ userId }) => sql`select lpad(e.seq::text, 12, '0') as key, json_build_object('number', e.seq,
      'at', ${isoTime('e.at')}, 'isByPerson', e.actor_user_id is not distinct from ${userId}::uuid,
      'actorKind', e.actor_kind, 'area', e.area, 'action', e.verb, 'objectType', e.entity_type,
      'outcome', e.outcome, 'object', case when ${about(userId)} then e.entity_name end,
      'reason', case when ${about(userId)} then e.reason end, 'changes', case when ${about(userId)} then e.changes end,
      'network', case when e.actor_user_id = ${userId}::uuid then e.network end,
      'device', case when e.actor_user_id = ${userId}::uuid then e.user_agent end) as data
    from audit_entry e where e.actor_user_id = ${userId}::uuid or e.entity_id = ${userId}`,
}
