import { sql } from 'kysely'
import type { EndedRun } from '../../../platform/runs/ending.ts'
import type { SubjectEnd } from '../../../platform/runs/store.ts'
import { settling, type Used } from '../../usage/index.ts'
import type { CallsMade, ExecutionRow } from '../execution/execution.ts'
import { upsertExecutions } from '../execution/store.ts'
import { estimateTokens } from '../execution/tokens.ts'

/** For an answer whose process is gone. */
const unknownCalls: CallsMade = { hasEnded: false, isTold: false, sentTokens: null }

/**
 * Returns what an answer counts as. One that failed before the model wrote or thought anything costs nothing.
 */
function usedBy({ status, answer, thinking, usage }: EndedRun, calls: CallsMade): Used {
  const isNothing =
    status === 'Failed' && answer === '' && thinking === '' && usage === null && !calls.hasEnded
  return {
    messages: isNothing ? 0 : 1,
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    isCounted: calls.isTold && status === 'Completed',
    shownTokens: estimateTokens(answer) + estimateTokens(thinking),
    sentTokens: calls.sentTokens,
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
    const executionUpdate = execution
      ? sql`, execution as (${upsertExecutions([execution], condition)})`
      : sql``
    return sql`finished as (
      update conversation_segment set answer = ${ended.answer}, status = ${ended.status},
        citations = ${JSON.stringify(ended.citations)}::jsonb, reads = ${JSON.stringify(ended.reads)}::jsonb, steps = ${JSON.stringify(ended.steps)}::jsonb,
        code_interpreter_response = ${ended.codeInterpreterResponse}, thinking = ${ended.thinking},
        errors = ${JSON.stringify(ended.errors)}::jsonb,
        input_tokens = ${ended.usage?.inputTokens ?? null}, output_tokens = ${ended.usage?.outputTokens ?? null},
        finished_at = now()
      where id = ${ended.subjectId}::uuid and ${condition} returning conversation_id)${executionUpdate},
    touched as (update conversation set last_activity_at = greatest(last_activity_at, now())
      where id in (select conversation_id from finished) returning id),
    ${settling(ended.subjectId, usedBy(ended, calls), isFinished)}`
  }
