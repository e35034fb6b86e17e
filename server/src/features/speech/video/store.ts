import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'

/** The channel on which processes ask each other for sessions of an avatar. */
export const CHANNEL = 'speech_order'

export async function notifyProcesses(db: Sql, payload: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db)
}

/** Returns those of the sign-in sessions that haven’t ended. */
export async function readOpenSessions(db: Sql, ids: readonly string[], now: Date): Promise<Set<string>> {
  const found = await sql<{ id: string }>`select s.id from session s join app_user u on u.id = s.user_id
    where s.id = any(${ids}::uuid[]) and s.revoked_at is null and s.expires_at > ${now} and not u.disabled`.execute(
    db,
  )
  return new Set(found.rows.map(({ id }) => id))
}
