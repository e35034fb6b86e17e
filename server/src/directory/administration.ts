import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import type { Config } from '../config/config.ts'
import { readMostRights, readRights } from '../platform/access/actor.ts'
import { beyond } from '../platform/access/grantable.ts'
import { lockRoles } from '../platform/access/rolesLock.ts'
import type { Sql } from '../platform/database/database.ts'

// What the product's user administration does with accounts of the embedded directory, within its own
// transactions.

const LINK_LIFETIME_MS = 30 * 60_000

export interface NewAccount {
  userName: string
  displayName: string
  email: string | null
}

/** Creates an account without a password. Returns null if the username is taken. */
export async function insertAccount(tx: Sql, account: NewAccount): Promise<{ objectId: string } | null> {
  const created = await sql<{ objectId: string }>`
    insert into directory_user (object_id, user_name, display_name, email)
    values (${uuid()}, ${account.userName}, ${account.displayName}, ${account.email})
    on conflict do nothing returning object_id as "objectId"`.execute(tx)
  return created.rows[0] ?? null
}

export async function updateAccount(
  tx: Sql,
  objectId: string,
  account: Pick<NewAccount, 'displayName' | 'email'>,
): Promise<void> {
  await sql`update directory_user set display_name = ${account.displayName}, email = ${account.email}
    where object_id = ${objectId}::uuid`.execute(tx)
}

/** Disables or enables sign-in for the account. */
export async function setAccountDisabled(tx: Sql, objectId: string, disabled: boolean): Promise<void> {
  await sql`update directory_user set disabled = ${disabled} where object_id = ${objectId}::uuid`.execute(tx)
}

/**
 * Deletes the account with its memberships, links, and open sessions. Returns the number of deleted accounts.
 */
export async function removeAccount(tx: Sql, objectId: string): Promise<number> {
  await endAccountSessions(tx, objectId)
  const removed = await sql`delete from directory_user where object_id::text = ${objectId}`.execute(tx)
  return Number(removed.numAffectedRows ?? 0)
}

/** Ends the account's directory sessions, so every client asks for the password again. */
export async function endAccountSessions(tx: Sql, objectId: string): Promise<void> {
  await sql`delete from directory_state where payload ? 'accountId' and payload ->> 'accountId' = ${objectId}`.execute(
    tx,
  )
}

/**
 * Returns the account with this username if no one but its owner can know its password. Creates it if it
 * doesn't exist.
 */
export async function accountWithoutPassword(
  tx: Sql,
  userName: string,
): Promise<{ objectId: string } | null> {
  const created = await insertAccount(tx, { userName, displayName: userName, email: null })
  if (created) return created
  const found = await sql<{ objectId: string }>`select object_id as "objectId" from directory_user
    where lower(user_name) = lower(${userName}) and (password_hash is null or demo) and not disabled`.execute(
    tx,
  )
  return found.rows[0] ?? null
}

/**
 * Creates a token that sets the account's password once, and revokes earlier links. `madeBy` is null for the
 * link that startup creates.
 */
export async function insertPasswordLink(
  tx: Sql,
  objectId: string,
  madeBy: string | null,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`delete from directory_password_link where object_id = ${objectId}::uuid`.execute(tx)
  await sql`insert into directory_password_link (token_hash, object_id, made_by, expires_at)
    values (${hashOf(token)}, ${objectId}::uuid, ${madeBy}::uuid, ${new Date(now.getTime() + LINK_LIFETIME_MS)})`.execute(
    tx,
  )
  return token
}

/**
 * Returns the account whose password the token sets. Returns null for unknown, expired, and used tokens alike,
 * so callers can't tell them apart.
 */
export async function findLinkedAccount(
  db: Sql,
  token: string,
  now: Date,
): Promise<{ objectId: string; userName: string } | null> {
  const found = await sql<{ objectId: string; userName: string }>`
    select u.object_id as "objectId", u.user_name as "userName"
    from directory_password_link l join directory_user u on u.object_id = l.object_id
    where l.token_hash = ${hashOf(token)} and l.expires_at > ${now} and not u.disabled`.execute(db)
  return found.rows[0] ?? null
}

/** Ends an account's sessions in the product, which the directory knows nothing about. */
export type EndSessionsOf = (tx: Sql, objectId: string) => Promise<void>

/**
 * Uses up a token: sets the password, turns a demo account into a regular one, and signs the account out of the
 * directory and the product. Returns false if the token was already used. Also returns false if the account now
 * has more permissions than the link's creator, because the link lets anyone who has it sign in as the account.
 */
export async function usePasswordLink(
  tx: Sql,
  { token, passwordHash, now }: { token: string; passwordHash: string; now: Date },
  endSessionsOf: EndSessionsOf,
): Promise<boolean> {
  await lockRoles(tx)
  const used = await sql<{ objectId: string; madeBy: string | null }>`delete from directory_password_link
    where token_hash = ${hashOf(token)} and expires_at > ${now}
    returning object_id as "objectId", made_by as "madeBy"`.execute(tx)
  const [link] = used.rows
  if (!link || (link.madeBy !== null && !(await isAbove(tx, link.madeBy, link.objectId)))) return false
  const { objectId } = link
  await sql`update directory_user set password_hash = ${passwordHash}, demo = false
    where object_id = ${objectId}::uuid`.execute(tx)
  await endAccountSessions(tx, objectId)
  await endSessionsOf(tx, objectId)
  return true
}

/** Whether a user can sign in and has at least every permission that the account can have. */
async function isAbove(tx: Sql, userId: string, objectId: string): Promise<boolean> {
  const found = await sql<{ userId: string; disabled: boolean }>`select id as "userId", disabled from app_user
    where id = ${userId} or object_id = ${objectId}`.execute(tx)
  if (found.rows.find((one) => one.userId === userId)?.disabled !== false) return false
  const own = await readRights(tx, userId)
  for (const person of found.rows) {
    const { actions, specific } = await readMostRights(tx, person.userId)
    const more = beyond(own, { actions, rights: specific })
    if (person.userId !== userId && more.actions.length + more.rights.length > 0) return false
  }
  return true
}

/**
 * The URL where a token is used. The token is in the fragment, which browsers don't send, so it appears in no
 * log.
 */
export const passwordAddress = (
  { publicOrigin, directory }: Pick<Config, 'publicOrigin' | 'directory'>,
  token: string,
): string => `${publicOrigin}/directory/${directory.tenantId}/v2.0/password#${token}`

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
