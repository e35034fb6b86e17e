import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const ofCustomInstructions: DataPart = {
  area: 'CustomInstructions',
  columns: ['custom_instructions.user_id'],
  erasedAs: 'Deleted',
  rows: ({
    userId,
  }) => sql`select i.user_id::text as key, json_build_object('about', i.about, 'style', i.style,
      'enabled', i.enabled, 'updatedAt', ${isoTime('i.updated_at')}) as data
    from custom_instructions i where i.user_id = ${userId}::uuid`,
}
