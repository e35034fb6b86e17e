import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const ofReceipts: DataPart = {
  area: 'Receipts',
  columns: ['announcement_receipt.user_id'],
  erasedAs: 'Deleted',
  rows: ({ userId }) => sql`select r.announcement_id || ' ' || r.edition as key, json_build_object(
      'text', coalesce(nullif(a.text_en, ''), a.text_ar), 'version', r.edition,
      'readAt', ${isoTime('r.read_at')}) as data
    from announcement_receipt r join announcement a on a.id = r.announcement_id
    where r.user_id = ${userId}::uuid`,
}
