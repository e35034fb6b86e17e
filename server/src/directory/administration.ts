import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import type { Config } from '../config/config.ts'
import { readMostRights, readRights } from '../platform/access/actor.ts'
import { beyond } from '../platform/access/ceiling.ts'
import { lockRoles } from '../platform/access/rolesLock.ts'
import type { Sql } from '../platform/database/database.ts'

// What the product's administration does with accounts of the embedded directory, in transactions of its own.

const LINK_LIFETIME_MS = 30 * 60_000

export interface NewAccount {
  userName: string
  displayName: string
  email: string | null
}

/** Makes an account without a password; null where somebody has the user name. */
export async function insertAccount(tx: Sql, account: NewAccount): Promise<{ objectId: string } | null> {
  const made = await sql<{ objectId: string }>`
    insert into directory_user (object_id, user_name, display_name, email)
    values (${uuid()}, ${account.userName}, ${account.displayName}, ${account.email})
    on conflict do nothing returning object_id as "objectId"`.execute(tx)
  return made.rows[0] ?? null
}

export async function updateAccount(
  tx: Sql,
  objectId: string,
  account: Pick<NewAccount, 'displayName' | 'email'>,
): Promise<void> {
  await sql`update directory_user set display_name = ${account.displayName}, email = ${account.email}
    where object_id = ${objectId}::uuid`.execute(tx)
}

/** The account can sign in no more, or again. */
export async function setAccountDisabled(tx: Sql, objectId: string, disabled: boolean): Promise<void> {
  await sql`update directory_user set disabled = ${disabled} where object_id = ${objectId}::uuid`.execute(tx)
}

/** Deletes the account with its memberships, its links and what it has open; how many accounts that were. */
export async function removeAccount(tx: Sql, objectId: string): Promise<number> {
  await endAccountSessions(tx, objectId)
  const removed = await sql`delete from directory_user where object_id::text = ${objectId}`.execute(tx)
  return Number(removed.numAffectedRows ?? 0)
}

/** Ends what the account has open at the directory: a password is asked for again everywhere. */
export async function endAccountSessions(tx: Sql, objectId: string): Promise<void> {
  await sql`delete from directory_state where payload ? 'accountId' and payload ->> 'accountId' = ${objectId}`.execute(
    tx,
  )
}

/** The account of this name, which is made where there is none, if nobody but its owner can know its password. */
export async function accountWithoutPassword(
  tx: Sql,
  userName: string,
): Promise<{ objectId: string } | null> {
  const made = await insertAccount(tx, { userName, displayName: userName, email: null })
  if (made) return made
  const found = await sql<{ objectId: string }>`select object_id as "objectId" from directory_user
    where lower(user_name) = lower(${userName}) and (password_hash is null or demo) and not disabled`.execute(
    tx,
  )
  return found.rows[0] ?? null
}

/** A token that sets the account's password, once; links made before are void. `madeBy` is null for the start's own. */
export async function makePasswordLink(
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

/** Whose password the token sets; null for one that was never given, has expired or was used: nobody can tell them apart. */
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

/** Ends what an account has open in the product, of which the directory knows nothing. */
export type EndSessionsOf = (tx: Sql, objectId: string) => Promise<void>

/**
 * Uses a token up: the account has this password from now on, which makes a demo account one like any other, and is
 * signed out everywhere, here and in the product. False where somebody was faster, or where the account may do more by
 * now than whoever made the link: who has a link can sign in as its account.
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

/** Whether somebody, who may sign in, may do all that an account may turn out to. */
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

/** Where a token is used: in the fragment, which browsers send to nobody and which stands in no log. */
export const passwordAddress = (
  { publicOrigin, directory }: Pick<Config, 'publicOrigin' | 'directory'>,
  token: string,
): string => `${publicOrigin}/directory/${directory.tenantId}/v2.0/password#${token}`

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
