import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { hashOf, isOpenAt } from '../../platform/access/visits.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { inSlices, removeAllRows, removedAtOnce } from '../../platform/database/slices.ts'
import type { Erasure, Holding } from '../../platform/erasure/erasure.ts'
import { demandNoHold, isHeldConversation } from '../../platform/erasure/legalHolds.ts'
import { AppError } from '../../platform/errors.ts'

/** How long a user can test a page with one session. */
const TEST_HOURS = 24

/** When the session in the row `s` ends unless it is used again. */
const endsAt = sql`least(s.expires_at, s.last_seen_at + make_interval(days => ${limits.publicSessionIdleDays}))`

export interface StartedSession {
  sessionIdentifier: string
  expiresAt: string
}

const told = sql`s.id as "sessionIdentifier", to_jsonb(${endsAt}) as "expiresAt"`
const instant = (row: StartedSession | undefined): StartedSession => {
  if (!row) throw new Error('The session is missing.')
  return { ...row, expiresAt: new Date(row.expiresAt).toISOString() }
}

interface NewSession {
  gptSystemId: string
  secret: string
  testedBy: string | null
  /** Of the challenge solved for it. */
  nonce: string | null
}

export async function insertSession(
  tx: Sql,
  { gptSystemId, secret, testedBy, nonce }: NewSession,
): Promise<StartedSession> {
  const lasts = testedBy
    ? sql`make_interval(hours => ${TEST_HOURS})`
    : sql`make_interval(days => ${limits.publicSessionDays})`
  const inserted = await sql<StartedSession>`
    insert into public_session as s (id, gpt_system_id, secret_hash, tested_by, challenge_nonce, expires_at)
    values (${uuid()}, ${gptSystemId}, ${hashOf(secret)}, ${testedBy}, ${nonce}, now() + ${lasts}) returning ${told}`.execute(
    tx,
  )
  return instant(inserted.rows[0])
}

/**
 * Replaces the secret that a call came with. It stays valid for a while, for calls that are under way. Doing it again
 * changes nothing.
 */
export async function rotate(
  tx: Sql,
  sessionIdentifier: string,
  { from, to }: { from: string; to: string },
): Promise<StartedSession> {
  const rotated = await sql<StartedSession>`update public_session s set previous_hash = ${hashOf(from)},
      previous_until = case when s.secret_hash = ${hashOf(to)} then s.previous_until
        else now() + make_interval(secs => ${limits.rotatedSecretSeconds}) end,
      secret_hash = ${hashOf(to)}, last_seen_at = now()
    where ${proves({ sessionIdentifier, secret: from })} returning ${told}`.execute(tx)
  // Another rotation went on from here meanwhile.
  if (rotated.rows.length === 0) throw new AppError('publicChat.session')
  return instant(rotated.rows[0])
}

/** Returns when a visitor's session ends unless it is used again. The caller is the visitor. */
export async function readExpiry(db: Sql, sessionIdentifier: string): Promise<string> {
  const found =
    await sql<StartedSession>`select ${told} from public_session s where s.id = ${sessionIdentifier}`.execute(
      db,
    )
  return instant(found.rows[0]).expiresAt
}

export async function endSession(tx: Sql, sessionIdentifier: string): Promise<void> {
  await sql`update public_session set ended_at = now() where id = ${sessionIdentifier} and ended_at is null`.execute(
    tx,
  )
}

/**
 * Lets the next removal take a session's conversations, and deletes its unsent images. Throws if the agent is under legal
 * hold.
 */
export async function removeData(tx: Sql, sessionIdentifier: string): Promise<void> {
  await demandNoHold(tx, sql<boolean>`c.owner_session_id = ${sessionIdentifier}::uuid`)
  await sql`update conversation set deleted_at = to_timestamp(0), removing_since = now()
    where owner_session_id = ${sessionIdentifier}`.execute(tx)
  await sql`delete from vision_image where owner_session_id = ${sessionIdentifier}
    and conversation_id is null`.execute(tx)
  // What analytics counted of the session stays, but nothing says whose it was.
  await sql`update public_session set asker_id = gen_random_uuid() where id = ${sessionIdentifier}`.execute(
    tx,
  )
}

/** Makes a session claimable with a code for a while, in place of an earlier code. */
export async function setClaimCode(tx: Sql, sessionIdentifier: string, code: string): Promise<string> {
  const set = await sql<{ until: Date }>`update public_session set claim_hash = ${hashOf(code)},
      claim_until = now() + make_interval(secs => ${limits.claimCodeSeconds})
    where id = ${sessionIdentifier} returning claim_until as until`.execute(tx)
  const [row] = set.rows
  if (!row) throw new Error('The session is missing.')
  return row.until.toISOString()
}

/** What proves that a session may be claimed: its secret or a code. */
export type Proof = { sessionIdentifier: string; secret: string } | { code: string }

const proves = (proof: Proof) =>
  'code' in proof
    ? sql<boolean>`(s.claim_hash = ${hashOf(proof.code)} and s.claim_until > now())`
    : sql<boolean>`(s.id = ${proof.sessionIdentifier}::uuid and (s.secret_hash = ${hashOf(proof.secret)}
        or (s.previous_hash = ${hashOf(proof.secret)} and s.previous_until > now())))`

/** Returns a session that can be claimed with this proof. Test sessions can't. */
export async function readClaimable(
  db: Sql,
  proof: Proof,
  now: Date,
): Promise<{ sessionIdentifier: string; gptSystemId: string } | null> {
  const found = await sql<{ sessionIdentifier: string; gptSystemId: string }>`
    select s.id as "sessionIdentifier", s.gpt_system_id as "gptSystemId" from public_session s
    where ${proves(proof)} and ${isOpenAt(now)} and s.tested_by is null`.execute(db)
  return found.rows[0] ?? null
}

/** The same, locked until the transaction ends. */
export async function lockClaimable(tx: Sql, proof: Proof, now: Date) {
  await sql`select from public_session s where ${proves(proof)} for update`.execute(tx)
  return readClaimable(tx, proof, now)
}

/** Returns the agent's name and the titles of a session's conversations, the last one first. */
export async function readClaim(db: Sql, sessionIdentifier: string) {
  const found = await sql<{ agentName: string; conversations: number; titles: string[] }>`
    select coalesce((select t.name from gpt_system_configuration_state t where t.id = g.published_state_id), '')
        as "agentName",
      (select count(*)::int from conversation c where ${claimed}) as conversations,
      coalesce((select jsonb_agg(c.title order by c.last_activity_at desc) from (
        select * from conversation c where ${claimed} order by c.last_activity_at desc
        limit ${limits.claimTitles}) c), '[]') as titles
    from public_session s join gpt_system g on g.id = s.gpt_system_id
    where s.id = ${sessionIdentifier}`.execute(db)
  const [row] = found.rows
  if (!row) throw new Error('The session is missing.')
  return row
}

const claimed = sql`c.owner_session_id = s.id and c.deleted_at is null`

/**
 * Makes the conversations of a session a user's own, with their questions, files, images, and running answers, and ends the
 * session. Returns how many there are, and the last one.
 */
export async function claim(
  tx: Sql,
  sessionIdentifier: string,
  userId: string,
): Promise<{ conversations: number; lastConversationId: string | null }> {
  const owner = sql`owner_user_id = ${userId}::uuid, owner_session_id = null`
  const mine = sql`owner_session_id = ${sessionIdentifier}::uuid`
  // Their keys could be those of the user's own questions. No one repeats the request of an ended session.
  await sql`update conversation_segment set ${owner}, idempotency_key = id::text where ${mine}`.execute(tx)
  await sql`update vision_image set ${owner} where ${mine}`.execute(tx)
  await sql`update attachment set ${owner} where ${mine}`.execute(tx)
  await sql`update run set owner_id = ${userId}::uuid where owner_id = ${sessionIdentifier}::uuid
    and phase <> 'Ended'`.execute(tx)
  const moved = await sql<{ id: string; at: Date; deleted: boolean }>`update conversation set ${owner}
    where ${mine} returning id, last_activity_at as at, deleted_at is not null as deleted`.execute(tx)
  const kept = moved.rows.filter((row) => !row.deleted)
  const [last] = kept.sort((a, b) => b.at.getTime() - a.at.getTime())
  await endSession(tx, sessionIdentifier)
  return { conversations: kept.length, lastConversationId: last?.id ?? null }
}

/** Returns the running answers of a visitor. The caller is the visitor. */
export async function readRunning(db: Sql, sessionIdentifier: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select subject_id as id from run
    where owner_id = ${sessionIdentifier}::uuid and phase <> 'Ended'`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** The session in the row `s` has ended in one way or another. */
const hasEnded = sql<boolean>`(s.ended_at is not null or ${endsAt} < now())`

/** Deletes what visitors left, a while after their sessions have ended, and the sessions once nothing is left of them. */
export async function removeEnded(database: Database): Promise<void> {
  await inSlices(() =>
    database.transaction(async (tx) => {
      const marked =
        await sql`update conversation set deleted_at = to_timestamp(0), removing_since = now() where id in (
        select c.id from conversation c join public_session s on s.id = c.owner_session_id
        where coalesce(s.ended_at, ${endsAt}) < now() - make_interval(days => ${limits.endedPublicSessionDays})
          and c.removing_since is null and not ${isHeldConversation}
        limit ${removedAtOnce.rows} for update of c skip locked) returning id`.execute(tx)
      return marked.rows.length
    }),
  )
  await removeAllRows(database, {
    table: 'public_session',
    key: 'id',
    // A challenge that has been solved stays known until it expires.
    where: sql`r.created_at < now() - make_interval(mins => ${2 * limits.challengeMinutes})
      and exists (select from public_session s where s.id = r.id and ${hasEnded})
      and not exists (select from conversation c where c.owner_session_id = r.id)
      and not exists (select from vision_image v where v.owner_session_id = r.id)
      and not exists (select from attachment a where a.owner_session_id = r.id)`,
  })
  await removeAllRows(database, {
    table: 'reserved_public_endpoint',
    key: 'gpt_public_endpoint',
    where: sql`r.reserved_until < now()`,
  })
  await removeAllRows(database, {
    table: 'public_endpoint_day',
    key: 'ctid',
    where: sql`r.day < now() - interval '13 months'`,
  })
}

/** How many conversations a transaction removes at most. */
const CONVERSATIONS_AT_ONCE = 20

/** The sessions in which a user tested pages. They end, and what was asked in them is deleted. */
export const testSessions = (erasure: Pick<Erasure, 'eraseOfConversations'>): Holding => ({
  columns: ['public_session.tested_by'],
  async erase(tx, { userId }) {
    const found = await sql<{ id: string }>`select c.id from public_session s
      join conversation c on c.owner_session_id = s.id where s.tested_by = ${userId}::uuid
      order by c.id limit ${CONVERSATIONS_AT_ONCE}`.execute(tx)
    const ids = found.rows.map(({ id }) => id)
    if (ids.length > 0) {
      const erased = await erasure.eraseOfConversations(tx, sql`select unnest(${ids}::uuid[])`)
      if (erased > 0) return erased
      await sql`delete from conversation where id = any(${ids}::uuid[])`.execute(tx)
      return ids.length
    }
    const ended = await sql`update public_session set tested_by = null, ended_at = coalesce(ended_at, now())
      where id in (select id from public_session where tested_by = ${userId}::uuid limit ${removedAtOnce.rows})`.execute(
      tx,
    )
    return Number(ended.numAffectedRows ?? 0)
  },
})

/** The most readings of their conversations that a visitor is shown. */
const MOST_READS = 20

/** Returns who opened a visitor's conversations, why, and when last. The latest come first. */
export async function readReads(
  db: Sql,
  sessionIdentifier: string,
): Promise<{ readerName: string; reason: string; at: string }[]> {
  const found = await sql<{ readerName: string; reason: string; at: string }>`
    select b.name as "readerName", r.reason, ${isoTime('o.at')} as at
    from conversation_read r join app_user b on b.id = r.reader_id
      cross join lateral (select max(n.at) as at from conversation_read_opening n where n.read_id = r.id) o
    where r.session_id = ${sessionIdentifier}::uuid and o.at is not null
    order by o.at desc limit ${MOST_READS}`.execute(db)
  return found.rows
}
