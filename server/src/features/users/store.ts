import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../platform/auth/identity.ts'
import type { Sql } from '../../platform/database/database.ts'

export interface SeenUser {
  userId: string
  disabled: boolean
}

/**
 * Makes the user of an identity, or brings the one that is there up to date. Groups that could not be read leave the
 * ones read before, which grow old by `groups_read_at`.
 */
export async function upsertUser(tx: Sql, identity: Identity, now: Date): Promise<SeenUser> {
  const { tenantId, objectId, name, userName, email, groupIds } = identity
  const groupsReadAt = groupIds === null ? null : now
  const seen = await sql<SeenUser>`
    insert into app_user (id, tenant_id, object_id, name, user_name, email, group_ids, groups_read_at,
      first_seen_at, last_seen_at)
    values (${uuid()}, ${tenantId}, ${objectId}, ${name}, ${userName}, ${email}, ${groupIds}, ${groupsReadAt},
      ${now}, ${now})
    on conflict on constraint app_user_identity do update set
      version = app_user.version + case when (app_user.name, app_user.user_name, app_user.email)
        is distinct from (excluded.name, excluded.user_name, excluded.email) then 1 else 0 end,
      name = excluded.name, user_name = excluded.user_name, email = excluded.email,
      group_ids = coalesce(excluded.group_ids, app_user.group_ids),
      groups_read_at = coalesce(excluded.groups_read_at, app_user.groups_read_at),
      first_seen_at = coalesce(app_user.first_seen_at, excluded.first_seen_at),
      last_seen_at = excluded.last_seen_at, updated_at = excluded.last_seen_at
    returning id as "userId", disabled`.execute(tx)
  const user = seen.rows[0]
  if (!user) throw new Error('The user was neither made nor found.')
  return user
}

export interface User {
  userId: string
  name: string
  userName: string
  email: string | null
}

export async function findUser(db: Sql, userId: string): Promise<User | null> {
  const found = await sql<User>`select id as "userId", name, user_name as "userName", email
    from app_user where id = ${userId}`.execute(db)
  return found.rows[0] ?? null
}

export async function isUserFirstAdministrator(
  db: Sql,
  userId: string,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<boolean> {
  const found = await sql<{ first: boolean }>`select ${condition} as first from app_user
    where id = ${userId}`.execute(db)
  return found.rows[0]?.first ?? false
}
