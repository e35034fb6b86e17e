import { sql } from 'kysely'
import { isoTime } from '../../../platform/database/isoTime.ts'
import type { DataPart } from '../../../platform/personalData/personalData.ts'

/** The holds on someone. Their reasons aren't given: they can be about others, and about a case that isn't public. */
export const ofLegalHolds: DataPart = {
  area: 'LegalHolds',
  columns: ['legal_hold.user_id'],
  erasedAs: 'Kept',
  rows: ({ userId }) => sql`select h.id::text as key, json_build_object('createdAt', ${isoTime('h.set_at')},
      'endedAt', ${isoTime('h.released_at')}) as data
    from legal_hold h where h.user_id = ${userId}::uuid`,
}
