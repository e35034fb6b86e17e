import type { Answer } from '@parlance/contract/endpoint'
import type { escalationErrors, escalations } from '@parlance/contract/escalations'
import type { EscalationTarget } from '@parlance/contract/escalationTarget'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { removeAllRows } from '../../../platform/database/slices.ts'
import { rowsOfConversations } from '../../../platform/erasure/erasure.ts'
import { isHeldConversation } from '../../../platform/erasure/legalHolds.ts'

export type EscalationRow = Answer<typeof escalations.send>
export type DeliveryRow = Answer<typeof escalations.listDeliveries>['items'][number]

/** How many are listed, for a conversation and for a page. */
const LISTED = 20

/** How long an attempt after the last wait may take, before it counts as lost with its process. */
const LEASE_MINUTES = 10

const state = sql`case when e.sent_at is not null then 'Sent' when e.next_attempt_at is null then 'Failed'
    else 'Queued' end as state`
const shared = sql`e.escalation_id as "escalationId", ${state}, e.attempts, ${isoTime('e.created_at')} as "createdAt",
  ${isoTime('e.sent_at')} as "sentAt", e.last_error as "lastError"`

/** The last question of the shown branch of the row `c`. Null if nothing was asked. */
const leafOf = sql<
  string | null
>`coalesce(c.selected_leaf_segment_id, (select t.id from conversation_segment t
  where t.conversation_id = c.id order by t.id desc limit 1))`

const columns = sql`${shared}, e.reply_to as "replyTo", e.leaf_segment_id is distinct from ${leafOf} as "isOutdated"`

/** Rows `c` of conversations that belong to the visitor and aren't deleted. */
const ownOf = ({ visit, sessionId }: Actor) =>
  sql<boolean>`(${Boolean(visit)} and c.owner_session_id = ${sessionId}::uuid and c.deleted_at is null)`

/** Returns a visitor's own conversation, locked until the transaction ends. */
export async function lockOwn(
  tx: Sql,
  actor: Actor,
  conversationId: string,
): Promise<{ leafSegmentId: string | null } | null> {
  const found = await sql<{ leafSegmentId: string | null }>`select ${leafOf} as "leafSegmentId"
    from conversation c where c.id = ${conversationId} and ${ownOf(actor)} for update of c`.execute(tx)
  return found.rows[0] ?? null
}

/** Returns when a visitor's conversation was last sent, newest first, or null if it isn't the visitor's. */
export async function listEscalations(
  db: Sql,
  actor: Actor,
  conversationId: string,
): Promise<EscalationRow[] | null> {
  const own =
    await sql`select from conversation c where c.id = ${conversationId} and ${ownOf(actor)}`.execute(db)
  if (own.rows.length === 0) return null
  const found = await sql<EscalationRow>`select ${columns} from escalation e join conversation c
      on c.id = e.conversation_id
    where c.id = ${conversationId} order by e.created_at desc, e.escalation_id desc limit ${LISTED}`.execute(
    db,
  )
  return found.rows
}

interface Sent {
  conversationId: string
  leafSegmentId: string
  replyTo: string
}

/** Returns the same questions for the same address that wait or were sent. The caller has locked the conversation. */
export async function readSame(
  tx: Sql,
  { conversationId, leafSegmentId, replyTo }: Sent,
): Promise<EscalationRow | null> {
  const found = await sql<EscalationRow>`select ${columns} from escalation e join conversation c
      on c.id = e.conversation_id
    where c.id = ${conversationId} and e.leaf_segment_id = ${leafSegmentId}::uuid
      and lower(e.reply_to) = lower(${replyTo}) and (e.sent_at is not null or e.next_attempt_at is not null)
    order by e.created_at desc limit 1`.execute(tx)
  return found.rows[0] ?? null
}

export async function insertEscalation(
  tx: Sql,
  escalationId: string,
  { conversationId, leafSegmentId, replyTo, gptSystemId }: Sent & { gptSystemId: string },
): Promise<EscalationRow> {
  const inserted = await sql<EscalationRow>`with e as (
      insert into escalation (escalation_id, conversation_id, leaf_segment_id, gpt_system_id, reply_to, next_attempt_at)
      values (${escalationId}, ${conversationId}, ${leafSegmentId}, ${gptSystemId}, ${replyTo}, now()) returning *)
    select ${columns} from e join conversation c on c.id = e.conversation_id`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('The conversation is missing.')
  return row
}

/** Counts one that is sent on a day (UTC), unless there were already `most`. Returns whether it was counted. */
export async function countSent(
  tx: Sql,
  { gptSystemId, subject, most }: { gptSystemId: string; subject: string; most: number },
): Promise<boolean> {
  const counted = await sql`insert into escalation_count as n (gpt_system_id, day, subject, sent)
    values (${gptSystemId}, (now() at time zone 'UTC')::date, ${subject}, 1)
    on conflict (gpt_system_id, day, subject) do update set sent = n.sent + 1 where n.sent < ${most}`.execute(
    tx,
  )
  return Number(counted.numAffectedRows ?? 0) > 0
}

/** Returns the last ones that were sent from an agent's page. The caller has checked access to the agent. */
export async function readDeliveries(db: Sql, gptSystemId: string): Promise<DeliveryRow[]> {
  const found = await sql<DeliveryRow>`select ${shared}, ${isoTime('e.next_attempt_at')} as "nextAttemptAt",
      e.last_status as "lastStatus"
    from escalation e where e.gpt_system_id = ${gptSystemId}
    order by e.created_at desc, e.escalation_id desc limit ${LISTED}`.execute(db)
  return found.rows
}

/** An agent's name, while it is published. */
const agentName = sql`coalesce((select s.name from gpt_system g join gpt_system_configuration_state s
  on s.id = g.published_state_id where g.id = e.gpt_system_id), '')`

/** One to be sent now. */
export interface DueEscalation {
  escalationId: string
  conversationId: string
  leafSegmentId: string
  gptSystemId: string
  replyTo: string
  createdAt: string
  /** 1 for the first attempt. */
  attempt: number
  agentName: string
  title: string
  /** Whether someone who manages the agent sent it, to test the page. */
  isTest: boolean
  /** The page as it is now. Null if it was deleted. */
  page: {
    /** Whether it is turned on. */
    isOn: boolean
    gptPublicEndpoint: string
    language: 'en' | 'ar' | null
    target: z.output<typeof EscalationTarget> | null
    /** Sealed. */
    secret: string | null
  } | null
}

/** The agents with ones that are due. Those of deleted conversations go with them. */
export async function readDue(db: Sql): Promise<string[]> {
  const found = await sql<{ id: string }>`select distinct e.gpt_system_id as id from escalation e
    where e.next_attempt_at <= now() limit 1000`.execute(db)
  return found.rows.map(({ id }) => id)
}

/**
 * Claims the one of an agent's page that has waited longest. It is due again after the wait of its attempt, unless its
 * end is noted meanwhile. Those whose last answer is still being written wait for it.
 */
export async function claimDue(
  db: Sql,
  gptSystemId: string,
  retryMinutes: readonly number[],
): Promise<DueEscalation | null> {
  const found = await sql<DueEscalation>`with due as (select e.escalation_id
      from escalation e join conversation c on c.id = e.conversation_id
      where e.gpt_system_id = ${gptSystemId} and e.next_attempt_at <= now() and c.deleted_at is null
        and not exists (select from conversation_segment t
          where t.id = e.leaf_segment_id and t.status = 'Pending')
      order by e.next_attempt_at limit 1 for update of e skip locked)
    update escalation e set attempts = e.attempts + 1, next_attempt_at = now() + make_interval(
        mins => coalesce((${[...retryMinutes]}::int[])[e.attempts + 1], ${LEASE_MINUTES}))
    from due, conversation c left join public_session s on s.id = c.owner_session_id
    where e.escalation_id = due.escalation_id and c.id = e.conversation_id
    returning e.escalation_id as "escalationId", e.conversation_id as "conversationId",
      e.leaf_segment_id as "leafSegmentId", e.gpt_system_id as "gptSystemId", e.reply_to as "replyTo",
      ${isoTime('e.created_at')} as "createdAt", e.attempts as attempt, ${agentName} as "agentName", c.title,
      s.tested_by is not null as "isTest",
      (select jsonb_build_object('isOn', p.enabled, 'gptPublicEndpoint', p.gpt_public_endpoint, 'language', p.language,
          'target', p.escalation, 'secret', p.escalation_secret)
        from public_endpoint p where p.gpt_system_id = e.gpt_system_id) as page`.execute(db)
  return found.rows[0] ?? null
}

/** The result of an attempt: no error if it was sent. */
export interface Attempt {
  error: (typeof escalationErrors)[number] | null
  status: number | null
}

/** Stores the result of an attempt, after which there are others or not. Returns false if it is gone. */
export async function noteAttempt(
  tx: Sql,
  escalationId: string,
  { error, status, isLast }: Attempt & { isLast: boolean },
): Promise<boolean> {
  const noted = await sql`update escalation set last_error = ${error}, last_status = ${status},
      sent_at = case when ${error === null} then now() end,
      next_attempt_at = case when ${isLast} then null else next_attempt_at end
    where escalation_id = ${escalationId}`.execute(tx)
  return Number(noted.numAffectedRows ?? 0) > 0
}

/** A conversation that was sent. */
export interface OpenedEscalation {
  escalationId: string
  conversationId: string
  leafSegmentId: string
  agentName: string
  title: string
  replyTo: string
  createdAt: string
  expiresAt: string
  isExpired: boolean
}

/** Returns one unless its conversation is deleted. The endpoint checks who can read it. */
export async function readEscalation(db: Sql, escalationId: string): Promise<OpenedEscalation | null> {
  const end = sql`coalesce(e.sent_at, e.created_at) + make_interval(days => ${limits.escalationDays})`
  const found = await sql<OpenedEscalation & { expiresAt: Date }>`select e.escalation_id as "escalationId",
      e.conversation_id as "conversationId", e.leaf_segment_id as "leafSegmentId", ${agentName} as "agentName",
      c.title, e.reply_to as "replyTo", ${isoTime('e.created_at')} as "createdAt", ${end} as "expiresAt",
      ${end} < now() as "isExpired"
    from escalation e join conversation c on c.id = e.conversation_id
    where e.escalation_id = ${escalationId} and c.deleted_at is null`.execute(db)
  const [row] = found.rows
  return row ? { ...row, expiresAt: new Date(row.expiresAt).toISOString() } : null
}

export interface Turn {
  question: string
  answer: string
  status: Answer<typeof escalations.open>['turns'][number]['status']
  askedAt: string
  /** The numbers of images and files with the question. */
  images: number
  files: number
}

/**
 * Returns the questions and answers that end with a question, oldest first, of at most so many bytes. The last one is
 * always included, with its texts cut.
 */
export async function readTurns(
  db: Sql,
  { conversationId, leafSegmentId }: Pick<Sent, 'conversationId' | 'leafSegmentId'>,
  bytes: number,
): Promise<{ turns: Turn[]; isShortened: boolean }> {
  const most = limits.escalationQuestions
  const found = await sql<Turn & { isCut: boolean; all: number }>`with recursive branch as (
      select t.id, t.parent_segment_id, 1 as place from conversation_segment t
      where t.id = ${leafSegmentId}::uuid and t.conversation_id = ${conversationId}::uuid
      union all
      select t.id, t.parent_segment_id, b.place + 1 from branch b
        join conversation_segment t on t.id = b.parent_segment_id
      where t.conversation_id = ${conversationId}::uuid and b.place <= ${most}),
    sized as (select b.place, t.id, t.question, t.answer, t.status, t.created_at,
        sum(octet_length(t.question) + octet_length(t.answer)) over (order by b.place) as total,
        count(*) over () as n
      from branch b join conversation_segment t on t.id = b.id)
    select left(z.question, ${bytes}) as question, left(z.answer, ${bytes}) as answer, z.status,
      ${isoTime('z.created_at')} as "askedAt", z.n::int as all,
      char_length(z.question) > ${bytes} or char_length(z.answer) > ${bytes} as "isCut",
      (select count(*)::int from segment_vision_image i where i.segment_id = z.id) as images,
      (select count(*)::int from attachment a where a.segment_id = z.id) as files
    from sized z where z.place <= ${most} and (z.place = 1 or z.total <= ${bytes})
    order by z.place desc`.execute(db)
  const [first] = found.rows
  return {
    turns: found.rows.map(({ isCut: _, all: __, ...turn }) => turn),
    isShortened:
      first !== undefined && (first.all > found.rows.length || found.rows.some((row) => row.isCut)),
  }
}

/** They go with their conversations. */
export const ofConversations = rowsOfConversations('escalation', {
  conversation: 'conversation_id',
  key: 'escalation_id',
})

/** Deletes what was sent or given up long ago, and old counts. */
export async function removeOld(database: Database): Promise<void> {
  await removeAllRows(database, {
    table: 'escalation',
    key: 'escalation_id',
    where: sql`r.next_attempt_at is null
      and not exists (select from conversation c where c.id = r.conversation_id and ${isHeldConversation})
      and r.created_at < now() - make_interval(days => ${limits.publicSessionDays + limits.endedPublicSessionDays})`,
  })
  await removeAllRows(database, {
    table: 'escalation_count',
    key: 'ctid',
    where: sql`r.day < (now() at time zone 'UTC')::date - 1`,
  })
}
