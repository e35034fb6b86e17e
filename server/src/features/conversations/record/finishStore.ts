import { sql } from 'kysely'
import type { EndedRun } from '../../../platform/runs/ending.ts'
import type { SubjectEnd } from '../../../platform/runs/store.ts'
import { countUnanswered, settling, type Used } from '../../usage/index.ts'
import { type CallsMade, type ExecutionRow, unknownCalls } from '../execution/execution.ts'
import { insertUsage, upsertExecutions } from '../execution/store.ts'
import { estimateTokens } from '../execution/tokens.ts'
import { insertAsked } from './askedStore.ts'
import { insertSupervised } from './supervisedStore.ts'

/**
 * Returns what an answer counts as. One that failed before the model wrote or thought anything costs nothing, except
 * for visitors.
 */
function usedBy({ status, answer, thinking, usage }: EndedRun, calls: CallsMade): Used {
  // Otherwise someone without an account could call a model without end, with questions that make it fail.
  const isSpent = calls.hasEnded || (calls.isVisitor && (calls.sentTokens ?? 0) > 0)
  const isNothing = status === 'Failed' && answer === '' && thinking === '' && usage === null && !isSpent
  const isCounted = calls.isTold && status === 'Completed'
  return {
    messages: isNothing ? 0 : 1,
    inputTokens: Math.max(0, (usage?.inputTokens ?? 0) - calls.helpers.inputTokens),
    outputTokens: Math.max(0, (usage?.outputTokens ?? 0) - calls.helpers.outputTokens),
    isCounted,
    shownTokens: estimateTokens(answer) + estimateTokens(thinking),
    sentTokens: calls.sentTokens,
    helpers: isCounted ? calls.helperShares.ended : calls.helperShares.all,
  }
}

/**
 * Builds the statement that ends a run and stores its answer and execution details. The conversation is written
 * before usage counters are locked, in the same order as when asking, to avoid deadlocks.
 */
export const finishSegment =
  (ended: EndedRun, execution: ExecutionRow | null = null, calls = unknownCalls): SubjectEnd =>
  (endedRun) => {
    const condition = sql`exists (select from ${endedRun})`
    const isFinished = sql`exists (select from touched)`
    const unansweredCount =
      ended.isUnanswered && calls.isVisitor ? sql`unanswered as (${countUnanswered(sql`finished`)}), ` : sql``
    const executionUpdate = execution
      ? sql`, execution as (${upsertExecutions([execution], condition)})`
      : sql``
    // An answer ends, also if the database refuses to count its question.
    const asked = ended.isTextAlone
      ? sql``
      : sql`, asked as (${insertAsked(sql`finished`, ended, calls)}),
        supervised as (${insertSupervised(sql`finished`, ended, calls)})`
    return sql`finished as (
      update conversation_segment set answer = ${ended.answer}, status = ${ended.status},
        citations = ${JSON.stringify(ended.citations)}::jsonb, reads = ${JSON.stringify(ended.reads)}::jsonb,
        is_unanswered = ${ended.isUnanswered}, steps = ${JSON.stringify(ended.steps)}::jsonb,
        code_interpreter_response = ${ended.codeInterpreterResponse}, thinking = ${ended.thinking},
        errors = ${JSON.stringify(ended.errors)}::jsonb,
        input_tokens = ${ended.usage?.inputTokens ?? null}, output_tokens = ${ended.usage?.outputTokens ?? null},
        helper_input_tokens = ${calls.helpers.inputTokens}, helper_output_tokens = ${calls.helpers.outputTokens},
        helper_cost = ${calls.helpers.cost}::numeric, finished_at = now()
      where id = ${ended.subjectId}::uuid and ${condition} returning id, conversation_id, state_id,
        owner_user_id, owner_session_id, language_engine, deployment_name, created_at, started_at,
        finished_at)${executionUpdate}${asked},
    used as (${insertUsage(sql`finished`, calls.usages)}),
    touched as (update conversation set last_activity_at = greatest(last_activity_at, now())
      where id in (select conversation_id from finished) returning id),
    ${unansweredCount}${settling(ended.subjectId, usedBy(ended, calls), isFinished)}`
  }
