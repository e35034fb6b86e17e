import { PERSONAL_AGENTS } from '@parlance/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { EndedRun } from '../../../platform/runs/ending.ts'
import type { CallsMade } from '../execution/execution.ts'
import { citedFileIds } from '../sources/citedFileIds.ts'

/** The agent, the conversation, and who asked, of the row `t` of a segment. */
export const withAsker = sql`join gpt_system_configuration_state s on s.id = t.state_id
  join conversation c on c.id = t.conversation_id
  join gpt_system g on g.id = s.gpt_system_id
  left join public_session p on p.id = t.owner_session_id
  left join app_user u on u.id = coalesce(t.owner_user_id, p.tested_by)`
/** Which personal agent was asked would say who asked, so they count as one. */
const agent = sql`case when g.gpt_system_type = 'System' then g.id else ${PERSONAL_AGENTS}::uuid end`
export const channel = sql`case when c.tested_state_id is not null or p.tested_by is not null then 'Tests'
  when p.id is not null then 'PublicChats' else 'Web' end`
const beginsConversation = sql`not exists (select from conversation_segment o
  where o.conversation_id = t.conversation_id and o.id < t.id)`
export const totalMs = sql`least(2147483647, greatest(0,
  extract(epoch from t.finished_at - coalesce(t.started_at, t.created_at)) * 1000))::int`

/** Why an answer failed; null if it didn't. */
export const errorCodeOf = ({ status, errors }: Pick<EndedRun, 'status' | 'errors'>): string | null =>
  status === 'Failed' || status === 'Interrupted' ? (errors.at(-1)?.code ?? null) : null

/**
 * Returns the statement that counts a question for analytics, once its answer has ended. It is embedded in the statement
 * that ends it: `segment` is the part that returns its row. Analytics never reads conversations, so that a question
 * still counts when its conversation has been deleted.
 */
export const insertAsked = (
  segment: RawBuilder<unknown>,
  { status, isUnanswered, errors, citations }: EndedRun,
  { firstTextMs }: CallsMade,
): RawBuilder<unknown> => sql`insert into asked_question (segment_id, asked_at, gpt_system_id, channel, asker_id, begins_conversation,
      status, is_unanswered, error_code, first_text_ms, total_ms, cited_files)
    select t.id, t.created_at, ${agent}, ${channel}, coalesce(u.asker_id, p.asker_id), ${beginsConversation},
      ${status}, ${isUnanswered && status === 'Completed'}, ${errorCodeOf({ status, errors })}, ${firstTextMs}::int, ${totalMs}, ${citedFileIds(citations)}::uuid[]
    from ${segment} t ${withAsker}
    where coalesce(u.asker_id, p.asker_id) is not null
    on conflict (segment_id) do nothing`

const QUESTIONS_AT_ONCE = 1000

/**
 * Counts some of the questions that had ended before there was analytics, the newest first; answers how many. What
 * isn't in the conversation is unknown of them: the time of the first text, and why they failed.
 */
export async function insertOlderAsked(tx: Sql): Promise<number> {
  const found = await sql<{
    questions: number
  }>`with position as (select before_id from older_questions for update),
    older as (select t.id from conversation_segment t, position where t.id < position.before_id
      order by t.id desc limit ${QUESTIONS_AT_ONCE}),
    counted as (insert into asked_question (segment_id, asked_at, gpt_system_id, channel, asker_id,
        begins_conversation, status, is_unanswered, total_ms, cited_files, rating, reason)
      select t.id, t.created_at, ${agent}, ${channel}, coalesce(u.asker_id, p.asker_id), ${beginsConversation},
        t.status, t.is_unanswered and t.status = 'Completed', ${totalMs}, '{}', f.rating, f.reason
      from older join conversation_segment t on t.id = older.id ${withAsker}
        left join segment_feedback f on f.segment_id = t.id
      where t.status <> 'Pending' and not t.imported and coalesce(u.asker_id, p.asker_id) is not null
      on conflict (segment_id) do nothing),
    moved as (update older_questions set before_id = (select id from older order by id limit 1) where exists (select from older)),
    ended as (delete from older_questions where not exists (select from older))
    select count(*)::int as questions from older`.execute(tx)
  return found.rows[0]?.questions ?? 0
}
