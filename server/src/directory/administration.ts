import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
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

/** Ends what the account has open at the directory: a password is asked for again everywhere. */
export async function endAccountSessions(tx: Sql, objectId: string): Promise<void> {
  await sql`delete from directory_state where payload ? 'accountId' and payload ->> 'accountId' = ${objectId}`.execute(
    tx,
  )
}

/** A token that sets the account's password, once; links made before are void. */
export async function makePasswordLink(tx: Sql, objectId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`delete from directory_password_link where object_id = ${objectId}::uuid`.execute(tx)
  await sql`insert into directory_password_link (token_hash, object_id, expires_at)
    values (${hashOf(token)}, ${objectId}::uuid, ${new Date(now.getTime() + LINK_LIFETIME_MS)})`.execute(tx)
  return token
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
