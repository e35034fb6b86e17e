import type { Feedback, FeedbackInput } from '@parlance/contract/feedback'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../../platform/database/database.ts'
import { type Reader, readableBy } from '../readers/policy.ts'

export type FeedbackRow = z.output<typeof Feedback>

/** The feedback of the row `conversation_segment` as the contract's `Feedback`, or null. */
export const feedbackOfSegment = sql`(select jsonb_build_object('rating', f.rating, 'reason', f.reason, 'text', f.text,
    'mayBeUsedForTests', f.may_be_used_for_tests, 'at', f.at)
  from segment_feedback f where f.segment_id = conversation_segment.id)`

interface AnswerOf {
  conversationId: string
  segmentId: string
}

/**
 * Selects the segment if the reader can read it, it belongs to this conversation, and one of our agents
 * answered it.
 */
const readable = (reader: Reader, { conversationId, segmentId }: AnswerOf) => sql`select t.id
  from conversation_segment t join conversation c on c.id = t.conversation_id
  where c.id = ${conversationId}::uuid and t.id = ${segmentId}::uuid and not t.imported and ${readableBy(reader)}`

/** Stores the user's feedback on an answer, replacing earlier feedback. */
export async function upsertFeedback(
  tx: Sql,
  reader: Reader,
  answer: AnswerOf,
  { rating, reason, text, mayBeUsedForTests }: z.output<typeof FeedbackInput>,
): Promise<FeedbackRow | null> {
  const stored = await sql<FeedbackRow & { at: Date }>`with stored as (
    insert into segment_feedback as f (segment_id, rating, reason, text, may_be_used_for_tests)
    select id, ${rating}, ${reason ?? null}, ${text}, ${mayBeUsedForTests} from (${readable(reader, answer)}) as answer
    on conflict (segment_id) do update set rating = excluded.rating, reason = excluded.reason, text = excluded.text,
      may_be_used_for_tests = excluded.may_be_used_for_tests, at = now()
    returning f.*), counted as (update asked_question q set rating = f.rating, reason = f.reason
      from stored f where q.segment_id = f.segment_id)
    select f.rating, f.reason, f.text, f.may_be_used_for_tests as "mayBeUsedForTests", f.at from stored f`.execute(
    tx,
  )
  const row = stored.rows[0]
  return row ? { ...row, at: new Date(row.at).toISOString() } : null
}

export async function removeFeedback(tx: Sql, reader: Reader, answer: AnswerOf): Promise<void> {
  await sql`with removed as (
      delete from segment_feedback where segment_id in (${readable(reader, answer)}) returning segment_id)
    update asked_question q set rating = null, reason = null
    from removed where q.segment_id = removed.segment_id`.execute(tx)
}
