import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'

export interface NewSession {
  userId: string
  /** What the directory calls its own session, or what we call it by its id token. */
  directorySession: string
  userAgent: string | null
  network: string
  /** When the id token was made that it begins with. */
  issuedAt: Date
  now: Date
  expiresAt: Date
}

/**
 * The session of this browser: the one that its directory session began, else a new one. A revoked one never returns:
 * null for an id token from before its end, which whoever has kept it could show again.
 */
export async function upsertSession(tx: Sql, session: NewSession): Promise<string | null> {
  const { userId, directorySession, userAgent, network, issuedAt, now, expiresAt } = session
  const found = await sql<{ id: string }>`
    insert into session (id, user_id, directory_session, created_at, last_seen_at, expires_at, user_agent, network)
    select ${uuid()}::uuid, ${userId}::uuid, ${directorySession}::text, ${now}::timestamptz, ${now}::timestamptz,
      ${expiresAt}::timestamptz, ${userAgent}::text, ${network}::text
    where not exists (select from session ended where ended.user_id = ${userId}::uuid
      and ended.directory_session = ${directorySession}::text
      and date_trunc('second', ended.revoked_at) > ${issuedAt}::timestamptz)
    on conflict (user_id, directory_session) where revoked_at is null do update set
      created_at = case when session.expires_at <= ${now} then excluded.created_at else session.created_at end,
      expires_at = case when session.expires_at <= ${now} then excluded.expires_at else session.expires_at end,
      last_seen_at = excluded.last_seen_at, user_agent = excluded.user_agent, network = excluded.network
    returning id`.execute(tx)
  return found.rows[0]?.id ?? null
}

/** False where the person has no such session. */
export async function revokeSession(db: Sql, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const ended = await sql`update session set revoked_at = coalesce(revoked_at, ${now})
    where id = ${sessionId} and user_id = ${userId} returning id`.execute(db)
  return ended.rows.length > 0
}

/** Ends all sessions of somebody, whose id tokens from before are refused; how many there were. */
export async function endAllSessions(tx: Sql, userId: string, now: Date): Promise<number> {
  await sql`update app_user set sessions_ended_at = ${now} where id = ${userId}`.execute(tx)
  const ended = await sql`update session set revoked_at = ${now}
    where user_id = ${userId} and revoked_at is null and expires_at > ${now} returning id`.execute(tx)
  return ended.rows.length
}

/** The same for whoever is this account of a directory, where the product knows them. */
export async function endAllSessionsOf(
  tx: Sql,
  { tenantId, objectId }: { tenantId: string; objectId: string },
  now: Date,
): Promise<void> {
  const found = await sql<{ userId: string }>`select id as "userId" from app_user
    where tenant_id = ${tenantId} and object_id = ${objectId}`.execute(tx)
  for (const { userId } of found.rows) await endAllSessions(tx, userId, now)
}

export interface SessionRow {
  sessionId: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  userAgent: string | null
}

/** A person's sessions that have not ended, the one seen last first. */
export async function readSessions(db: Sql, userId: string, now: Date): Promise<SessionRow[]> {
  const found = await sql<SessionRow>`select s.id as "sessionId", ${isoTime('s.created_at')} as "createdAt",
      ${isoTime('s.last_seen_at')} as "lastSeenAt", ${isoTime('s.expires_at')} as "expiresAt", s.user_agent as "userAgent"
    from session s where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now}
    order by s.last_seen_at desc, s.id limit 100`.execute(db)
  return found.rows
}

/** Sessions are kept for 30 days after their end, so that people can see where they were signed in. */
export async function removeEndedSessions(db: Sql, now: Date): Promise<void> {
  await sql`delete from session
    where least(expires_at, coalesce(revoked_at, expires_at)) < ${now}::timestamptz - interval '30 days'`.execute(
    db,
  )
}

/** In how many places somebody is signed in. */
export async function readSessionCount(db: Sql, userId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from session
    where user_id = ${userId} and revoked_at is null and expires_at > now()`.execute(db)
  return found.rows[0]?.count ?? 0
}
