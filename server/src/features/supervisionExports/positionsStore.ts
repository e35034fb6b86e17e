import { limits } from '@parlance/contract/limits'
import type { SupervisionStream } from '@parlance/contract/supervisionExports'
import { sql } from 'kysely'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { firstOf, removeRows } from '../../platform/database/slices.ts'
import type { AuditLogEntry, ConversationEntry } from './entries.ts'
import { conversationsAreExported } from './policy.ts'

/** About the size of an entry without its changes. The lines are measured before they are exported. */
const ENTRY_BYTES = 500
const batch = { rows: limits.supervisionBatchLines, bytes: limits.supervisionBatchBytes }

/** Entries of the audit log after a position, in their order. Their numbers have no gaps. */
export async function readAuditLog(db: Sql, after: number): Promise<AuditLogEntry[]> {
  const next = sql`select seq as id, pg_column_size(changes) + ${ENTRY_BYTES}::int as bytes from audit_entry
    where seq > ${after} order by seq`
  const found =
    await sql<AuditLogEntry>`select id, seq, ${isoTime('at')} as at, actor_user_id as "actorUserId",
      actor_name as "actorName", actor_kind as "actorKind", area, verb, entity_type as "entityType",
      entity_id as "entityId", entity_name as "entityName", outcome, effect, changes, reason,
      request_id as "requestId", network, user_agent as "userAgent", previous_hash as "previousHash", hash
    from audit_entry where seq in (${firstOf(next, sql`id`, batch)}) order by seq`.execute(db)
  return found.rows
}

export type NumberedQuestion = ConversationEntry & { position: number }

/** Numbered questions after a position, in their order. Numbers of deleted ones are missing. */
export async function readQuestions(
  db: Sql,
  after: number,
  { withNames }: { withNames: boolean },
): Promise<NumberedQuestion[]> {
  const person = withNames
    ? {
        columns: sql`u.id as "userId", u.name as "userName"`,
        join: sql`left join app_user u using (asker_id)`,
      }
    : { columns: sql`null as "userId", null as "userName"`, join: sql`` }
  const found = await sql<NumberedQuestion>`select q.position, q.segment_id as "segmentId",
      q.conversation_id as "conversationId", ${isoTime('q.asked_at')} as "askedAt", ${isoTime('q.ended_at')} as "endedAt",
      asker_id as "askerId", q.is_visitor as "isVisitor", ${person.columns}, q.gpt_system_id as "gptSystemId",
      q.agent_name as "agentName", q.agent_version as "agentVersion", q.agent_version_id as "agentVersionId", q.channel,
      q.language_engine as "languageEngine", q.deployment_name as "deploymentName", q.input_tokens as "inputTokens",
      q.output_tokens as "outputTokens", q.first_text_ms as "firstTextMs", q.total_ms as "totalMs", q.status,
      q.is_unanswered as "isUnanswered", q.error_code as "errorCode", q.cited_files as "citedFiles", q.tools
    from (select * from supervised_question where position > ${after} order by position limit ${batch.rows}) q
      ${person.join}
    order by q.position`.execute(db)
  return found.rows
}

/**
 * Numbers some questions that can be read now, in the order in which their answers ended. A question whose transaction
 * ends later gets a later number, so no number is passed before it can be read.
 */
export async function numberQuestions(tx: Sql): Promise<number> {
  await sql`select position from supervised_question_head for update`.execute(tx)
  const found = await sql<{ numbered: number }>`with next as (
      select segment_id, row_number() over (order by ended_at, segment_id) as place from supervised_question
      where position is null order by ended_at, segment_id limit ${batch.rows}),
    numbered as (update supervised_question q set position = h.position + next.place
      from next, supervised_question_head h where q.segment_id = next.segment_id returning q.position),
    moved as (update supervised_question_head set position = position + (select count(*) from numbered))
    select count(*)::int as numbered from numbered`.execute(tx)
  return found.rows[0]?.numbered ?? 0
}

export interface Waiting {
  waiting: number
  oldestAt: string | null
}

/** Up to how many questions without a number are counted. */
const MOST_COUNTED = 100_000

export async function readWaiting(db: Sql, stream: SupervisionStream, position: number): Promise<Waiting> {
  const found =
    stream === 'AuditLog'
      ? await sql<Waiting>`select (h.seq - ${position}::bigint) as waiting, ${isoTime('e.at')} as "oldestAt"
          from audit_head h left join audit_entry e on e.seq = ${position}::bigint + 1`.execute(db)
      : await sql<Waiting>`select case when ${conversationsAreExported} then
            greatest(0, h.position - greatest(${position}::bigint, coalesce(first.position, h.position + 1) - 1))
              + (select count(*) from (select from supervised_question where position is null
                limit ${MOST_COUNTED}) unnumbered) else 0 end as waiting,
            case when ${conversationsAreExported} then ${isoTime('least(first.ended_at, unnumbered.ended_at)')} end as "oldestAt"
          from supervised_question_head h
            left join lateral (select q.position, q.ended_at from supervised_question q
              where q.position > ${position}::bigint order by q.position limit 1) first on true
            left join lateral (select q.ended_at from supervised_question q where q.position is null
              order by q.ended_at, q.segment_id limit 1) unnumbered on true`.execute(db)
  return found.rows[0] ?? { waiting: 0, oldestAt: null }
}

/** How far apart the numbers and the times of entries can be in their order, because servers have different clocks. */
const OUT_OF_ORDER = 1000

/** The first number of the entries from a time on; null if there are none. */
export async function readFirstSince(db: Sql, stream: SupervisionStream, at: string): Promise<number | null> {
  const entries =
    stream === 'AuditLog'
      ? sql`select seq as position from audit_entry where at >= ${at}::timestamptz order by at, seq`
      : sql`select position from supervised_question where ended_at >= ${at}::timestamptz and position is not null
          order by ended_at`
  const found = await sql<{ first: number | null }>`select min(position) as first
    from (${entries} limit ${OUT_OF_ORDER}) entries`.execute(db)
  return found.rows[0]?.first ?? null
}

/** The last numbers so far. */
export async function readHeads(db: Sql): Promise<Record<SupervisionStream, number>> {
  const found = await sql<Record<SupervisionStream, number>>`select a.seq as "AuditLog",
    q.position as "Conversations" from audit_head a, supervised_question_head q`.execute(db)
  return found.rows[0] ?? { AuditLog: 0, Conversations: 0 }
}

export const areConversationsExported = async (db: Sql): Promise<boolean> =>
  (await sql<{ exported: boolean }>`select ${conversationsAreExported} as exported`.execute(db)).rows[0]
    ?.exported ?? false

/** Deletes some questions that are old enough and that no export waits for, and those that have waited too long. */
export const removeOldQuestions = (tx: Sql): Promise<number> =>
  removeRows(tx, {
    table: 'supervised_question',
    key: 'segment_id',
    where: sql`r.ended_at < now() - make_interval(days => ${limits.supervisedQuestionDays}) and (
      r.ended_at < now() - make_interval(days => ${limits.longestSupervisedQuestionDays})
      or not ${conversationsAreExported}
      or not exists (select from supervision_export e join supervision_stream s on s.export_id = e.id
        where e.enabled and e.includes_conversations and s.stream = 'Conversations'
          and (r.position is null or s.position < r.position)))`,
  })
