import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { isHeldConversation } from '../../../platform/erasure/legalHolds.ts'

const MOST_COUNTED = 1000

/** Removal runs each hour, and a backlog takes it some hours. */
const LATE = sql`interval '1 day'`

const isAnswered = sql`not exists (select from conversation_segment t join run r on r.subject_id = t.id
  where t.conversation_id = c.id and r.phase <> 'Ended')`

interface Overdue {
  expired: number
  deleted: number
  oldestActivityAt: string | null
  /** Whether more became due within a day, because of other settings or the end of a legal hold. */
  changedLately: boolean
}

/** Counts conversations that should have been deleted a day ago, apart from those under legal hold. */
export async function countOverdue(db: Sql): Promise<Overdue> {
  const late = (where: ReturnType<typeof sql>) => sql`(select count(*)::int from (select from conversation c
    where ${where} and not ${isHeldConversation} and ${isAnswered} limit ${MOST_COUNTED}) counted)`
  const found = await sql<Omit<Overdue, 'oldestActivityAt'> & { oldest: Date | null }>`select
    ${late(sql`greatest(c.last_activity_at, c.imported_at) < coalesce(
      now() - make_interval(days => (select retention_days from compliance)), '-infinity') - ${LATE}`)} as expired,
    ${late(sql`(case when c.removing_since is null then c.deleted_at < now() - ${LATE}
      - make_interval(days => (select deleted_retention_days from compliance))
      else c.removing_since < now() - ${LATE} end)`)} as deleted,
    (exists (select from compliance where updated_at > now() - ${LATE})
      or exists (select from legal_hold where released_at > now() - ${LATE})) as "changedLately",
    (select min(last_activity_at) from conversation) as oldest`.execute(db)
  const { oldest, ...counts } = found.rows[0]!
  return { ...counts, oldestActivityAt: oldest?.toISOString() ?? null }
}

/** Returns how many conversations were deleted in the last 30 days, by reason. */
export async function readRemovals(
  db: Sql,
): Promise<{ retention: number; deleted: number; temporary: number }> {
  const found = await sql<{ retention: number; deleted: number; temporary: number }>`select
      coalesce(sum(conversations) filter (where reason = 'Retention'), 0)::int as retention,
      coalesce(sum(conversations) filter (where reason = 'Deleted'), 0)::int as deleted,
      coalesce(sum(conversations) filter (where reason = 'Temporary'), 0)::int as temporary
    from conversation_removal where day > (now() at time zone 'UTC')::date - 30`.execute(db)
  return found.rows[0]!
}

/** Counts attachments of deleted questions, or never sent ones, that should be gone since a day. */
export async function countLeftAttachments(db: Sql): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from (select from attachment
    where segment_id is null and state_id is null and created_at < now() - interval '2 days' limit ${MOST_COUNTED}) a`.execute(
    db,
  )
  return found.rows[0]?.n ?? 0
}

interface Holds {
  people: number
  agents: number
  /** Whether the database refuses to delete what is held, whatever the program does. */
  isEnforced: boolean
}

export async function readHoldState(db: Sql): Promise<Holds> {
  const found = await sql<Holds>`select
      (select count(*)::int from legal_hold where released_at is null and user_id is not null) as people,
      (select count(*)::int from legal_hold where released_at is null and gpt_system_id is not null) as agents,
      (select count(*) = 2 from pg_trigger where tgname = 'keep_held' and tgenabled in ('O', 'A')
        and tgrelid in ('conversation'::regclass, 'conversation_segment'::regclass)) as "isEnforced"`.execute(
    db,
  )
  return found.rows[0]!
}

/**
 * Tries to delete a conversation under legal hold; the caller's transaction is rolled back. Null if nothing is held. It
 * only answers if nothing was deleted.
 */
export async function tryToDeleteHeld(tx: Sql): Promise<null | false> {
  const held = await sql<{ id: string }>`select c.id from conversation c
    where exists (select from legal_hold where released_at is null) and ${isHeldConversation} limit 1`.execute(
    tx,
  )
  const id = held.rows[0]?.id
  if (!id) return null
  await sql`delete from conversation where id = ${id}`.execute(tx)
  return false
}

/** Counts how often people's conversations were read in the last year, and how often without a reason. */
export async function countReads(db: Sql): Promise<{ reads: number; withoutReason: number }> {
  const found = await sql<{ reads: number; withoutReason: number }>`select count(*)::int as reads,
      (count(*) filter (where btrim(reason) = ''))::int as "withoutReason"
    from conversation_read where created_at > now() - interval '1 year'`.execute(db)
  return found.rows[0]!
}
