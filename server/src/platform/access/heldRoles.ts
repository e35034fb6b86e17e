import { type RawBuilder, sql } from 'kysely'

/** The built-in roles have the same ids in every installation. */
export const administratorRoleId = '0b7d3f1e-0000-4000-8000-000000000001'

/**
 * SQL for the ids of a person's groups, from their row: as the directory named them at the last sign-in, while that is
 * younger than a day; null where they are older or could not be read. The database's clock decides, which is one for
 * all processes.
 */
export const believedGroupsOf = (person: string): RawBuilder<string[] | null> => {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql`case when ${column('groups_read_at')} > now() - interval '24 hours' then ${column('group_ids')} end`
}

/** SQL for the same of anybody; none where they are not known. */
export const believedGroups = (userId: string | RawBuilder<string>): RawBuilder<string[]> => sql<string[]>`
  (select coalesce(${believedGroupsOf('grouped')}, '{}') from app_user grouped
    where grouped.id = ${userId}::uuid)`

/**
 * SQL for the ids of the roles that somebody holds: assigned to them or to a group of theirs, and the one of everybody.
 * The person may be a column of the query around it, which no alias in here hides.
 */
export const heldRoleIds = (userId: string | RawBuilder<string>): RawBuilder<string> => sql<string>`
  select assigned.user_role_id from user_role_assignment assigned where assigned.user_id = ${userId}::uuid
  union select assigned.user_role_id from user_role_assignment assigned
    where assigned.group_id = any(${believedGroups(userId)}::text[])
  union select r.id from user_role r where r.is_default`

/**
 * SQL for the ids of the roles that somebody may turn out to hold: with the groups that were last known, however old,
 * and those that the embedded directory has for them; with any group where none are known, since unknown is not "in
 * none".
 */
export const possibleRoleIds = (userId: string): RawBuilder<string> => sql<string>`
  ${heldRoleIds(userId)}
  union select a.user_role_id from user_role_assignment a join app_user p on p.id = ${userId}::uuid
    where a.group_id is not null and (a.group_id = any(p.group_ids)
      or exists (select from directory_user d left join directory_membership m on m.user_id = d.object_id
        where d.object_id::text = p.object_id and m.group_id::text = a.group_id)
      or (p.groups_read_at is null
        and not exists (select from directory_user d where d.object_id::text = p.object_id)))`
