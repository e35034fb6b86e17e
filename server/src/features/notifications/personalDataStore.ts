import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const ofNotifications: DataPart[] = [
  {
    area: 'Notifications',
    columns: ['notification.user_id'],
    erasedAs: 'Deleted',
    rows: ({ userId }) => sql`select n.notification_id::text as key, json_build_object('kind', n.kind,
        'details', n.params, 'createdAt', ${isoTime('n.created_at')}, 'readAt', ${isoTime('n.read_at')}) as data
      from notification n where n.user_id = ${userId}::uuid`,
  },
  {
    area: 'NotificationChoices',
    columns: ['notification_preference.user_id'],
    erasedAs: 'Deleted',
    rows: ({ userId }) => sql`select p.kind as key, json_build_object('kind', p.kind, 'inApp', p.listed,
        'byEmail', p.emailed) as data
      from notification_preference p where p.user_id = ${userId}::uuid`,
  },
]
