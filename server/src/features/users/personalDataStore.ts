import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const profile: DataPart = {
  area: 'Profile',
  columns: ['app_user.name', 'app_user.user_name', 'app_user.email', 'app_user.group_ids'],
  erasedAs: 'Unnamed',
  rows: ({
    userId,
    objectId,
  }) => sql`select u.id::text as key, json_build_object('userId', u.id, 'name', u.name,
      'userName', u.user_name, 'email', u.email, 'directoryObjectId', u.object_id, 'directoryId', u.tenant_id,
      'source', u.source, 'disabled', u.disabled, 'groups', coalesce((select json_agg(coalesce(
        (select g.display_name from directory_group g where g.object_id::text = held.id), held.id))
        from unnest(u.group_ids) held (id)), '[]'), 'groupsReadAt', ${isoTime('u.groups_read_at')},
      'emailLanguage', u.email_language, 'createdAt', ${isoTime('u.created_at')},
      'firstSeenAt', ${isoTime('u.first_seen_at')}, 'lastSeenAt', ${isoTime('u.last_seen_at')},
      'directoryAccount', (select json_build_object('userName', d.user_name, 'name', d.display_name, 'email', d.email,
          'createdAt', ${isoTime('d.created_at')},
          'groups', coalesce((select json_agg(g.display_name order by g.display_name) from directory_membership m
            join directory_group g on g.object_id = m.group_id where m.user_id = d.object_id), '[]'))
        from directory_user d where d.object_id::text = ${objectId})) as data
    from app_user u where u.id = ${userId}::uuid and (u.name, u.user_name) <> ('', '')`,
}
