import { sql } from 'kysely'
import type { AdapterPayload } from 'oidc-provider'
import type { Database } from '../platform/database/database.ts'
import { removeAllRows } from '../platform/database/slices.ts'

/** A user of the embedded directory. */
export interface DirectoryUser {
  objectId: string
  userName: string
  displayName: string
  email: string | null
  disabled: boolean
  /** Whether this is a demo account, whose password is public. */
  demo: boolean
}

export interface DirectoryGroup {
  id: string
  displayName: string
  description: string
}

const userColumns = sql.raw(
  'object_id as "objectId", user_name as "userName", display_name as "displayName", email, disabled, demo',
)

export async function findUser(database: Database, objectId: string): Promise<DirectoryUser | null> {
  if (!/^[0-9a-f-]{36}$/.test(objectId)) return null
  const found = await sql<DirectoryUser>`select ${userColumns} from directory_user
    where object_id = ${objectId}`.execute(database.db)
  return found.rows[0] ?? null
}

export async function findUserByName(
  database: Database,
  userName: string,
): Promise<(DirectoryUser & { passwordHash: string | null }) | null> {
  const found = await sql<DirectoryUser & { passwordHash: string | null }>`
    select ${userColumns}, password_hash as "passwordHash" from directory_user
    where lower(user_name) = lower(${userName})`.execute(database.db)
  return found.rows[0] ?? null
}

export async function hasOnlyDemoUsers(database: Database): Promise<boolean> {
  const found = await sql<{ others: boolean }>`
    select exists (select 1 from directory_user where not demo) as others`.execute(database.db)
  return !found.rows[0]?.others
}

export interface SeededUser {
  objectId: string
  userName: string
  displayName: string
  email: string
  groupIds: string[]
}

/** Inserts missing accounts and groups. Existing ones stay unchanged. */
export async function insertDemo(
  database: Database,
  users: SeededUser[],
  groups: DirectoryGroup[],
  passwordHash: () => Promise<string>,
): Promise<void> {
  const found = await sql<{ objectId: string }>`select object_id as "objectId" from directory_user
    where object_id = any(${users.map((user) => user.objectId)}::uuid[])`.execute(database.db)
  if (found.rows.length === users.length) return
  const hash = await passwordHash()
  await database.transaction(async (tx) => {
    for (const group of groups) {
      await sql`insert into directory_group (object_id, display_name, description)
        values (${group.id}, ${group.displayName}, ${group.description}) on conflict do nothing`.execute(tx)
    }
    for (const user of users) {
      await sql`insert into directory_user (object_id, user_name, display_name, email, password_hash, demo)
        values (${user.objectId}, ${user.userName}, ${user.displayName}, ${user.email}, ${hash}, true)
        on conflict do nothing`.execute(tx)
      await sql`insert into directory_membership (group_id, user_id)
        select unnest(${user.groupIds}::uuid[]), ${user.objectId}::uuid on conflict do nothing`.execute(tx)
    }
  })
}

export async function listGroupIds(database: Database, objectId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select group_id as id from directory_membership
    where user_id = ${objectId} order by group_id`.execute(database.db)
  return found.rows.map((row) => row.id)
}

/** Returns groups ordered by ID, starting after the last one of the previous page. */
export async function listGroups(
  database: Database,
  after: string,
  count: number,
): Promise<DirectoryGroup[]> {
  const found = await sql<DirectoryGroup>`
    select object_id as id, display_name as "displayName", description from directory_group
    where object_id > ${after}::uuid order by object_id limit ${count}`.execute(database.db)
  return found.rows
}

export async function findSecret(database: Database, name: string): Promise<string | null> {
  const found = await sql<{ ciphertext: string }>`select ciphertext from directory_secret
    where name = ${name}`.execute(database.db)
  return found.rows[0]?.ciphertext ?? null
}

/** If several processes start at once, the first one's secret is kept. */
export async function insertSecret(database: Database, name: string, ciphertext: string): Promise<void> {
  await sql`insert into directory_secret (name, ciphertext) values (${name}, ${ciphertext})
    on conflict do nothing`.execute(database.db)
}

/** Counts one attempt and returns the number of attempts in the subject's window. */
export async function countTry(
  database: Database,
  subject: string,
  now: Date,
  endsAt: Date,
): Promise<number> {
  const counted = await sql<{ tries: number }>`insert into directory_try as t (subject, tries, ends_at)
    values (${subject}, 1, ${endsAt})
    on conflict (subject) do update set
      tries = case when t.ends_at <= ${now} then 1 else t.tries + 1 end,
      ends_at = case when t.ends_at <= ${now} then excluded.ends_at else t.ends_at end
    returning tries`.execute(database.db)
  return counted.rows[0]?.tries ?? 1
}

/** Keeps the subject's window open until a later time. */
export async function pauseTries(database: Database, subject: string, until: Date): Promise<void> {
  await sql`update directory_try set ends_at = ${until} where subject = ${subject}`.execute(database.db)
}

export async function forgetTries(database: Database, subject: string): Promise<void> {
  await sql`delete from directory_try where subject = ${subject}`.execute(database.db)
}

export interface StateRow {
  kind: string
  id: string
  payload: AdapterPayload
  grantId: string | null
  uid: string | null
  expiresAt: Date | null
}

export async function upsertState(database: Database, row: StateRow): Promise<void> {
  await sql`insert into directory_state (kind, id, payload, grant_id, uid, expires_at)
    values (${row.kind}, ${row.id}, ${JSON.stringify(row.payload)}::jsonb, ${row.grantId}, ${row.uid}, ${row.expiresAt})
    on conflict (kind, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      uid = excluded.uid, expires_at = excluded.expires_at`.execute(database.db)
}

export async function findState(
  database: Database,
  kind: string,
  id: string,
): Promise<AdapterPayload | undefined> {
  const found = await sql<{ payload: AdapterPayload }>`select payload from directory_state
    where kind = ${kind} and id = ${id}`.execute(database.db)
  return found.rows[0]?.payload
}

export async function findStateByUid(
  database: Database,
  kind: string,
  uid: string,
): Promise<AdapterPayload | undefined> {
  const found = await sql<{ payload: AdapterPayload }>`select payload from directory_state
    where kind = ${kind} and uid = ${uid}`.execute(database.db)
  return found.rows[0]?.payload
}

/** Marks a code as used. Returns false if it was already used. */
export async function consumeState(
  database: Database,
  kind: string,
  id: string,
  at: number,
): Promise<boolean> {
  const consumed = await sql`update directory_state
    set payload = payload || jsonb_build_object('consumed', ${at}::int)
    where kind = ${kind} and id = ${id} and not payload ? 'consumed' returning id`.execute(database.db)
  return consumed.rows.length === 1
}

export async function removeState(database: Database, kind: string, id: string): Promise<void> {
  await sql`delete from directory_state where kind = ${kind} and id = ${id}`.execute(database.db)
}

export async function removeStateByGrant(database: Database, kind: string, grantId: string): Promise<void> {
  await sql`delete from directory_state where kind = ${kind} and grant_id = ${grantId}`.execute(database.db)
}

/** Deletes a grant and everything it issued. Keeps a sign-in in progress, which may refer to it. */
export async function removeGrant(database: Database, grantId: string): Promise<void> {
  await sql`delete from directory_state where (kind = 'Grant' and id = ${grantId}) or (grant_id = ${grantId}
    and kind in ('AccessToken', 'AuthorizationCode', 'RefreshToken'))`.execute(database.db)
}

/** Deletes expired rows in small statements, so no one waits for them. */
export async function removeExpiredState(database: Database, now: Date): Promise<void> {
  const ended = {
    directory_state: 'expires_at',
    directory_try: 'ends_at',
    directory_password_link: 'expires_at',
  }
  for (const [table, end] of Object.entries(ended))
    await removeAllRows(database, { table, key: 'ctid', where: sql`${sql.ref(`r.${end}`)} <= ${now}` })
}
