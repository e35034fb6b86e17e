import { type RawBuilder, sql } from 'kysely'

/** The built-in roles have the same ids in every installation. */
export const administratorRoleId = '0b7d3f1e-0000-4000-8000-000000000001'

/**
 * SQL for the ids of a person's groups: as the directory named them at the last sign-in, while that is younger than a
 * day; none where they could not be read. The database's clock decides, which is one for all processes.
 */
export const believedGroups = (userId: string | RawBuilder<string>): RawBuilder<string[]> => sql<string[]>`
  (select coalesce(g.group_ids, '{}') from app_user g
    where g.id = ${userId}::uuid and g.groups_read_at > now() - interval '24 hours')`

/** SQL for the ids of the roles that somebody holds: assigned to them or to a group of theirs, and the one of everybody. */
export const heldRoleIds = (userId: string | RawBuilder<string>): RawBuilder<string> => sql<string>`
  select a.user_role_id from user_role_assignment a where a.user_id = ${userId}::uuid
  union select a.user_role_id from user_role_assignment a where a.group_id = any(${believedGroups(userId)}::text[])
  union select r.id from user_role r where r.is_default`
