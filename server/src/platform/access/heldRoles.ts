import { type RawBuilder, sql } from 'kysely'

/** The built-in roles have the same IDs in every instance. */
export const administratorRoleId = '0b7d3f1e-0000-4000-8000-000000000001'

/**
 * SQL for the group IDs in a user's row, as the directory named them at the last sign-in. Null if they are
 * older than a day or couldn't be read. Uses the database's clock, which is the same for all processes.
 */
export const believedGroupsOf = (person: string): RawBuilder<string[] | null> => {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql`case when ${column('groups_read_at')} > now() - interval '24 hours' then ${column('group_ids')} end`
}

/** SQL for any user's groups; empty if unknown. */
export const believedGroups = (userId: string | RawBuilder<string>): RawBuilder<string[]> => sql<string[]>`
  (select coalesce(${believedGroupsOf('grouped')}, '{}') from app_user grouped
    where grouped.id = ${userId}::uuid)`

/**
 * SQL for the IDs of a user's roles: those assigned to the user or one of their groups, and the default role.
 * `userId` can be a column of the outer query, because no alias here hides it.
 */
export const heldRoleIds = (userId: string | RawBuilder<string>): RawBuilder<string> => sql<string>`
  select assigned.user_role_id from user_role_assignment assigned where assigned.user_id = ${userId}::uuid
  union select assigned.user_role_id from user_role_assignment assigned
    where assigned.group_id = any(${believedGroups(userId)}::text[])
  union select r.id from user_role r where r.is_default`

/**
 * SQL for the IDs of all roles that a user might turn out to have. Includes the last known groups, however old,
 * and those in the embedded directory. If no groups are known, any group counts, because unknown doesn't mean
 * "in none".
 */
export const possibleRoleIds = (userId: string): RawBuilder<string> => sql<string>`
  ${heldRoleIds(userId)}
  union select a.user_role_id from user_role_assignment a join app_user p on p.id = ${userId}::uuid
    where a.group_id is not null and (a.group_id = any(p.group_ids)
      or exists (select from directory_user d left join directory_membership m on m.user_id = d.object_id
        where d.object_id::text = p.object_id and m.group_id::text = a.group_id)
      or (p.groups_read_at is null
        and not exists (select from directory_user d where d.object_id::text = p.object_id)))`
