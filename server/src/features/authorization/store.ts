import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../platform/database/database.ts'

export interface NewSession {
  userId: string
  /** The directory's own session, where it names one. */
  directorySession: string | null
  userAgent: string | null
  network: string
  now: Date
  expiresAt: Date
}

/** The session of this browser: the one that its directory session began, else a new one. A revoked one never returns. */
export async function upsertSession(tx: Sql, session: NewSession): Promise<string> {
  const { userId, directorySession, userAgent, network, now, expiresAt } = session
  const found = await sql<{ id: string }>`
    insert into session (id, user_id, directory_session, created_at, last_seen_at, expires_at, user_agent, network)
    values (${uuid()}, ${userId}, ${directorySession}, ${now}, ${now}, ${expiresAt}, ${userAgent}, ${network})
    on conflict (user_id, directory_session) where revoked_at is null do update set
      created_at = case when session.expires_at <= ${now} then excluded.created_at else session.created_at end,
      expires_at = case when session.expires_at <= ${now} then excluded.expires_at else session.expires_at end,
      last_seen_at = excluded.last_seen_at, user_agent = excluded.user_agent, network = excluded.network
    returning id`.execute(tx)
  const id = found.rows[0]?.id
  if (!id) throw new Error('The session was neither made nor found.')
  return id
}

export async function revokeSession(db: Sql, userId: string, sessionId: string, now: Date): Promise<void> {
  await sql`update session set revoked_at = ${now}
    where id = ${sessionId} and user_id = ${userId} and revoked_at is null`.execute(db)
}

/** Sessions are kept for 30 days after their end, so that people can see where they were signed in. */
export async function removeEndedSessions(db: Sql, now: Date): Promise<void> {
  await sql`delete from session
    where least(expires_at, coalesce(revoked_at, expires_at)) < ${now}::timestamptz - interval '30 days'`.execute(
    db,
  )
}
