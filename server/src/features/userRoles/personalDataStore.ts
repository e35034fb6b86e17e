import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

export const ofRoles: DataPart[] = [
  {
    area: 'Roles',
    columns: ['user_role_assignment.user_id'],
    erasedAs: 'Deleted',
    rows: ({
      userId,
    }) => sql`select a.id::text as key, json_build_object('name', r.name, 'description', r.description,
        'permissions', to_jsonb(r.actions), 'assignedAt', ${isoTime('a.created_at')}) as data
      from user_role_assignment a join user_role r on r.id = a.user_role_id where a.user_id = ${userId}::uuid`,
  },
  {
    area: 'Permissions',
    columns: ['role_entity_configuration.user_id'],
    erasedAs: 'Deleted',
    rows: ({ userId }) => sql`select c.id::text as key, json_build_object('permission', c.action,
        'agentId', c.gpt_system_id, 'library', (select d.name from data_source d
          where d.data_source_id = c.data_source_id), 'createdAt', ${isoTime('c.created_at')}) as data
      from role_entity_configuration c where c.user_id = ${userId}::uuid`,
  },
]
