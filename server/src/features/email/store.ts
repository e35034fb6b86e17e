import { sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'

/** The user's own email address, if the account has one. */
export async function findAddress(db: Sql, { userId }: Actor): Promise<string | null> {
  const found = await sql<{ email: string | null }>`select email from app_user where id = ${userId}`.execute(
    db,
  )
  return found.rows[0]?.email ?? null
}
