import { z } from 'zod'
import { endpoint, id, nothing, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

/** Reasons for rating an answer as bad. */
export const feedbackReasons = [
  'Incorrect',
  'Incomplete',
  'MissingSource',
  'OffTopic',
  'HardToRead',
  'Other',
] as const

/** A user's rating of an answer. */
export const Feedback = z.object({
  rating: z.enum(['Good', 'Bad']),
  /** Only with `Bad`. */
  reason: z.enum(feedbackReasons).nullable(),
  text: z.string(),
  mayBeUsedForTests: z.boolean(),
  at: timestamp,
})

export const FeedbackInput = z.strictObject({
  rating: z.enum(['Good', 'Bad']),
  reason: z.enum(feedbackReasons).nullable().optional(),
  text: text(0, limits.feedbackText).default(''),
  mayBeUsedForTests: z.boolean().default(false),
})

const answer = '/api/internal/userConversations/{conversationId}/segments/{segmentId}' as const
const rated = z.strictObject({ conversationId: id, segmentId: id })

/** Ratings of answers, as part of people's conversations. */
export const feedback = {
  addFeedback: endpoint({
    method: 'POST',
    path: `${answer}/feedback`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: rated,
    input: FeedbackInput,
    response: Feedback,
    purpose: 'Rates a finished answer. Replaces the previous rating.',
  }),
  removeFeedback: endpoint({
    method: 'DELETE',
    path: `${answer}/removeFeedback`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: rated,
    response: nothing,
    purpose: 'Deletes the rating of an answer, with its comment.',
  }),
}
