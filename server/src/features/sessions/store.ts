import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { removeAllRows } from '../../platform/database/slices.ts'

export interface NewSession {
  userId: string
  /** The directory's name for its session, or a name derived from the ID token. */
  directorySession: string
  userAgent: string | null
  network: string
  /** Issue time of the ID token that started the session. */
  issuedAt: Date
  now: Date
  expiresAt: Date
}

/**
 * Returns this browser's session: the one that its directory session started, otherwise a new one. A revoked
 * session never returns: the result is null for an ID token from before its end, which someone could replay.
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

/** Returns false if the user has no such session. */
export async function revokeSession(db: Sql, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const ended = await sql`update session set revoked_at = coalesce(revoked_at, ${now})
    where id = ${sessionId} and user_id = ${userId} returning id`.execute(db)
  return ended.rows.length > 0
}

/** Ends all sessions of a user and rejects earlier ID tokens. Returns the number of ended sessions. */
export async function endAllSessions(tx: Sql, userId: string, now: Date): Promise<number> {
  await sql`update app_user set sessions_ended_at = ${now} where id = ${userId}`.execute(tx)
  const ended = await sql`update session set revoked_at = ${now}
    where user_id = ${userId} and revoked_at is null and expires_at > ${now} returning id`.execute(tx)
  return ended.rows.length
}

/** Does the same for a directory account, if it has a user here. */
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

/** Returns a user's active sessions, most recently seen first. */
export async function readSessions(db: Sql, userId: string, now: Date): Promise<SessionRow[]> {
  const found = await sql<SessionRow>`select s.id as "sessionId", ${isoTime('s.created_at')} as "createdAt",
      ${isoTime('s.last_seen_at')} as "lastSeenAt", ${isoTime('s.expires_at')} as "expiresAt", s.user_agent as "userAgent"
    from session s where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now}
    order by s.last_seen_at desc, s.id limit 100`.execute(db)
  return found.rows
}

/**
 * Deletes sessions 30 days after they end. Until then, an ended session keeps earlier ID tokens from starting
 * another one.
 */
export const removeEndedSessions = (database: Database, now: Date): Promise<void> =>
  removeAllRows(database, {
    table: 'session',
    key: 'id',
    where: sql`least(r.expires_at, coalesce(r.revoked_at, r.expires_at)) < ${now}::timestamptz - interval '30 days'`,
  })

/** Counts a user's active sessions. */
export async function readSessionCount(db: Sql, userId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from session
    where user_id = ${userId} and revoked_at is null and expires_at > now()`.execute(db)
  return found.rows[0]?.count ?? 0
}
