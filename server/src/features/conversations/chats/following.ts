import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { RunStream } from '../../../platform/http/serve.ts'
import type { Reader } from '../readers/policy.ts'
import * as store from '../record/store.ts'

/** Returns an answer's stream for its owner, starting after the last event seen. */
export async function follow(
  db: Sql,
  reader: Reader,
  conversationId: string,
  segmentId: string,
  after: number,
): Promise<RunStream> {
  const found = await store.findSegment(db, reader, conversationId, segmentId)
  if (!found) throw new AppError('conversation.segmentNotFound')
  return { subjectId: segmentId, after, stored: storedEvents(conversationId, found) }
}

/** Returns a completed answer as events, for readers who connect after the numbered events were deleted. */
function storedEvents(conversationId: string, segment: store.SegmentRow): NonNullable<RunStream['stored']> {
  const { conversationSegmentId, answer, citations, reads, usage, errors, steps, status, thinking } = segment
  const { isUnanswered } = segment
  return [
    { event: 'conversation-and-segment-id', data: { conversationId, conversationSegmentId } },
    ...(steps.length > 0
      ? [{ event: 'step-update' as const, data: { text: steps.at(-1)?.title ?? '', steps } }]
      : []),
    ...(thinking === '' ? [] : [{ event: 'thinking-updated' as const, data: { text: thinking } }]),
    ...(answer === '' ? [] : [answer]),
    ...errors.map((data) => ({ event: 'error' as const, data })),
    {
      event: 'response-model',
      data: {
        conversationSegmentId,
        Citations: citations,
        errors: [],
        usage,
        reads,
        ...(isUnanswered && { isUnanswered }),
      },
    },
    ...(status === 'Pending' ? [] : [{ event: 'no-more-data' as const, data: { status } }]),
  ]
}
