import { sql } from 'kysely'
import { isoTime } from '../../../platform/database/isoTime.ts'
import type { DataPart } from '../../../platform/personalData/personalData.ts'

export const ofConsents: DataPart[] = [
  {
    area: 'Consents',
    columns: ['guidelines_consent.user_id'],
    erasedAs: 'Unnamed',
    rows: ({
      userId,
    }) => sql`select c.id::text as key, json_build_object('title', v.title, 'version', c.version,
        'at', ${isoTime('c.at')}) as data
      from guidelines_consent c join guidelines_version v on (v.document_id, v.version) = (c.document_id, c.version)
      where c.user_id = ${userId}::uuid`,
  },
  {
    area: 'Reminders',
    columns: ['guidelines_reminder.user_id'],
    erasedAs: 'Deleted',
    rows: ({ userId }) => sql`select r.document_id::text as key, json_build_object('title', d.title,
        'at', ${isoTime('r.reminded_at')}) as data
      from guidelines_reminder r join guidelines_document d on d.id = r.document_id
      where r.user_id = ${userId}::uuid`,
  },
]
