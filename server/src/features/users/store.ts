import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../platform/auth/identity.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { ErasedPerson } from '../../platform/erasure/erasure.ts'
import { hasHeld } from '../../platform/erasure/legalHolds.ts'

export interface SeenUser {
  userId: string
  disabled: boolean
  /** ID tokens from before this time are rejected. */
  sessionsEndedAt: Date | null
}

/**
 * Creates or updates the user of an identity. If the groups could not be read, the earlier ones are kept, and
 * `groups_read_at` shows their age.
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
      where not app_user.disabled
    returning id as "userId", disabled, sessions_ended_at as "sessionsEndedAt"`.execute(tx)
  // A disabled user is not updated: their data may have been blanked.
  return seen.rows[0] ?? { userId: '', disabled: true, sessionsEndedAt: null }
}

export interface UserRow {
  userId: string
  tenantId: string
  objectId: string
  name: string
  userName: string
  email: string | null
  disabled: boolean
  source: 'Directory' | 'Invited'
  groupIds: string[]
  groupsState: 'Known' | 'Old' | 'Unknown'
  groupsReadAt: string | null
  firstSeenAt: string | null
  lastSeenAt: string | null
  roles: { userRoleId: string; name: string }[]
  version: number
  createdAt: string
  updatedAt: string
}

const directRoles = sql`coalesce((select jsonb_agg(jsonb_build_object('userRoleId', r.id, 'name', r.name)
    order by r.name_key) from user_role_assignment a join user_role r on r.id = a.user_role_id
  where a.user_id = u.id), '[]'::jsonb) as roles`

const rowColumns = sql`u.id as "userId", u.name, u.user_name as "userName", u.email, u.disabled, u.source,
  ${isoTime('u.first_seen_at')} as "firstSeenAt", ${isoTime('u.last_seen_at')} as "lastSeenAt", u.version,
  ${directRoles}`

const userColumns = sql`${rowColumns}, u.tenant_id as "tenantId", u.object_id as "objectId",
  coalesce(u.group_ids, '{}') as "groupIds", case when u.groups_read_at is null then 'Unknown'
    when u.groups_read_at > now() - interval '24 hours' then 'Known' else 'Old' end as "groupsState",
  ${isoTime('u.groups_read_at')} as "groupsReadAt", ${isoTime('u.created_at')} as "createdAt",
  ${isoTime('u.updated_at')} as "updatedAt"`

// Anyone who can read users can read all of them. The endpoints check that permission, so nothing here does.

export async function readUser(db: Sql, userId: string): Promise<UserRow | null> {
  const found = await sql<UserRow>`select ${userColumns} from app_user u
    where u.id = ${userId} and u.removed_at is null`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the user, locked until the transaction ends. */
export async function lockUser(tx: Sql, userId: string): Promise<UserRow | null> {
  await sql`select from app_user where id = ${userId} for update`.execute(tx)
  return readUser(tx, userId)
}

export type ListedUser = Omit<
  UserRow,
  'tenantId' | 'objectId' | 'groupIds' | 'groupsState' | 'groupsReadAt' | 'createdAt' | 'updatedAt'
>

export interface UserList {
  search: string
  disabled: boolean | null
  userRoleId: string | null
  sort: { by: 'name' | 'userName' | 'lastSeenAt'; descending: boolean }
  after: { value: string; userId: string } | null
  limit: number
}

const NEVER = '-infinity'

/** The value of a row in the list's sort order. The database lowers it, as only it knows what it sorts by. */
export const sortValue = (row: ListedUser, { by }: UserList['sort']): string =>
  by === 'lastSeenAt' ? (row.lastSeenAt ?? NEVER) : row[by]

const sortColumns: Record<UserList['sort']['by'], RawBuilder<unknown>> = {
  name: sql`lower(u.name)`,
  userName: sql`lower(u.user_name)`,
  lastSeenAt: sql`coalesce(date_trunc('milliseconds', u.last_seen_at), '-infinity'::timestamptz)`,
}

export async function readPage(db: Sql, list: UserList): Promise<ListedUser[]> {
  const { search, disabled, userRoleId, sort, after, limit } = list
  const column = sortColumns[sort.by]
  const value =
    sort.by === 'lastSeenAt'
      ? sql`${after?.value ?? null}::timestamptz`
      : sql`lower(${after?.value ?? null}::text)`
  const order = sql.raw(sort.descending ? 'desc' : 'asc')
  const beyond = sql.raw(sort.descending ? '<' : '>')
  const found = await sql<ListedUser>`select ${rowColumns} from app_user u
    where u.removed_at is null
      and (${search} = '' or strpos(lower(u.name), lower(${search})) > 0
        or strpos(lower(u.user_name), lower(${search})) > 0 or strpos(lower(u.email), lower(${search})) > 0)
      and (${disabled === null} or u.disabled = ${disabled ?? false})
      and (${userRoleId === null} or exists (select from user_role_assignment a
        where a.user_id = u.id and a.user_role_id = ${userRoleId}::uuid))
      and (${after === null} or (${column}, u.id) ${beyond} (${value}, ${after?.userId ?? null}::uuid))
    order by ${column} ${order}, u.id ${order} limit ${limit}`.execute(db)
  return found.rows
}

export interface NewUser {
  tenantId: string
  objectId: string
  name: string
  userName: string
  email: string | null
}

/** Invites a user, or reinstates a deleted one; returns null if the user already exists. */
export async function insertInvited(tx: Sql, user: NewUser): Promise<string | null> {
  const { tenantId, objectId, name, userName, email } = user
  const created = await sql<{ id: string }>`
    insert into app_user (id, tenant_id, object_id, name, user_name, email, source)
    values (${uuid()}, ${tenantId}, ${objectId}, ${name}, ${userName}, ${email}, 'Invited')
    on conflict on constraint app_user_identity do update set name = excluded.name, user_name = excluded.user_name,
      email = excluded.email, source = 'Invited', disabled = false, removed_at = null, blanked_at = null,
      erase_at = null, erased_at = null, updated_at = now(), version = app_user.version + 1
      where app_user.removed_at is not null
    returning id`.execute(tx)
  return created.rows[0]?.id ?? null
}

/** Returns the user ID of this identity if the user was deleted. */
export async function readRemoved(
  tx: Sql,
  { tenantId, objectId }: Pick<NewUser, 'tenantId' | 'objectId'>,
): Promise<string | null> {
  const found = await sql<{ userId: string }>`select id as "userId" from app_user
    where tenant_id = ${tenantId} and object_id = ${objectId} and removed_at is not null`.execute(tx)
  return found.rows[0]?.userId ?? null
}

/** The account at the embedded directory that someone who was removed, and is not erased yet, has under this user name. */
export async function readRemovedAccount(
  tx: Sql,
  tenantId: string,
  userName: string,
): Promise<string | null> {
  const found = await sql<{ objectId: string }>`select u.object_id as "objectId"
    from directory_user d join app_user u on u.object_id = d.object_id::text
    where lower(d.user_name) = lower(${userName}) and u.tenant_id = ${tenantId} and u.removed_at is not null`.execute(
    tx,
  )
  return found.rows[0]?.objectId ?? null
}

export async function updateUser(
  tx: Sql,
  userId: string,
  { name, email }: { name: string; email: string | null },
): Promise<void> {
  await sql`update app_user set name = ${name}, email = ${email}, updated_at = now(), version = version + 1
    where id = ${userId}`.execute(tx)
}

export async function updateDisabled(tx: Sql, userId: string, disabled: boolean): Promise<void> {
  await sql`update app_user set disabled = ${disabled}, updated_at = now(), version = version + 1
    where id = ${userId}`.execute(tx)
}

/** Disables a user permanently and deletes their roles and permissions. */
export async function markRemoved(tx: Sql, userId: string, now: Date, eraseAt: Date | null): Promise<void> {
  await sql`delete from user_role_assignment where user_id = ${userId}`.execute(tx)
  await sql`delete from role_entity_configuration where user_id = ${userId}`.execute(tx)
  await sql`update app_user set disabled = true, removed_at = ${now}, erase_at = ${eraseAt}, updated_at = ${now}, version = version + 1
    where id = ${userId}`.execute(tx)
}

/** SQL that is true for the row `app_user` of someone who was removed, whose data goes by now, and who has nothing under legal hold. */
const isDue = (now: Date) =>
  sql<boolean>`(coalesce(erase_at, removed_at + interval '30 days') <= ${now}::timestamptz
    and not ${hasHeld(sql`app_user.id`)})`

/** The same, if they aren’t erased yet. Blanked ones are among them: earlier releases did no more. */
const isToErase = (now: Date) =>
  sql<boolean>`(removed_at is not null and ${isDue(now)} and (erased_at is null or erased_at < removed_at))`

/** People whose personal data goes, in any order, so that those whose erasure fails don’t keep others from their turn. */
export async function readToErase(db: Sql, now: Date, limit: number): Promise<string[]> {
  const found = await sql<{ userId: string }>`select id as "userId" from app_user where ${isToErase(now)}
    order by random() limit ${limit}`.execute(db)
  return found.rows.map(({ userId }) => userId)
}

/** People who were erased within a day: a request that had begun before could have stored something after that. */
export async function readErasedLately(db: Sql, now: Date, limit: number): Promise<string[]> {
  const found = await sql<{ userId: string }>`select id as "userId" from app_user
    where erased_at > ${now}::timestamptz - interval '24 hours' and removed_at is not null
    order by erased_at, id limit ${limit}`.execute(db)
  return found.rows.map(({ userId }) => userId)
}

/** Someone whose personal data goes; they can't be taken back before the transaction ends. */
export async function lockToErase(tx: Sql, userId: string, now: Date): Promise<ErasedPerson | null> {
  const found = await sql<ErasedPerson>`select id as "userId", object_id as "objectId" from app_user
    where id = ${userId} and removed_at is not null and ${isDue(now)} for no key update`.execute(tx)
  return found.rows[0] ?? null
}

/**
 * Takes a person's name and the like out of their row. It stays with its ids, which other people's records name and by
 * which a directory's account is known as disabled.
 */
export async function blank(tx: Sql, { userId }: ErasedPerson, now: Date): Promise<number> {
  const blanked = await sql`update app_user set name = '', user_name = '', email = null, group_ids = null,
      groups_read_at = null, asker_id = gen_random_uuid(), blanked_at = ${now}, version = version + 1
    where id = ${userId} and (blanked_at is null or blanked_at < removed_at or (name, user_name) <> ('', ''))`.execute(
    tx,
  )
  return Number(blanked.numAffectedRows ?? 0)
}

/** False where an invitation has taken the person back meanwhile. */
export async function markErased(db: Sql, userId: string, now: Date): Promise<boolean> {
  const marked =
    await sql`update app_user set erased_at = ${now} where id = ${userId} and ${isToErase(now)}`.execute(db)
  return marked.numAffectedRows === 1n
}

/** Whether the user is the configured first administrator. Answers true only once. */
export async function claimFirstAdministrator(
  tx: Sql,
  userId: string,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  const claimed = await sql`insert into seed (name)
    select 'firstAdministrator ' || app_user.id from app_user where app_user.id = ${userId} and ${condition}
    on conflict do nothing returning name`.execute(tx)
  return claimed.rows.length > 0
}

/** Returns the configured first administrator if they have signed in before. */
export async function readFirstAdministrator(
  tx: Sql,
  condition: RawBuilder<boolean>,
): Promise<string | null> {
  const found = await sql<{ id: string }>`select app_user.id from app_user where ${condition}`.execute(tx)
  return found.rows[0]?.id ?? null
}
