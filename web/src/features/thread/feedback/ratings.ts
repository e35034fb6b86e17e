import type { ApiDispatch } from '../../../api/api.ts'
import type { InChat } from '../../../api/chatCalls.ts'
import { observable } from '../../../base/observable.ts'
import { conversationsApi } from '../../chatModel/api.ts'
import type { Segment } from '../../chatModel/segments.ts'

export type Rating = Pick<
  NonNullable<Segment['feedback']>,
  'rating' | 'reason' | 'text' | 'mayBeUsedForTests'
>

type AnswerOf = InChat<{ conversationId: string; segmentId: string }>

/**
 * Ratings given on this page, by segment. They override those loaded with the answer. Null if the rating was
 * removed.
 */
export const ratings = observable<Record<string, Rating | null | undefined>>({})

/**
 * The ratings that the server accepted, and the pending requests. Changes for one answer are sent one after the
 * other.
 */
const taken = new Map<string, Rating | null>()
const tails = new Map<string, Promise<void>>()

/**
 * Rates an answer or removes the rating, optimistically. Throws the server's error if the change is rejected.
 */
export function rate(dispatch: ApiDispatch, answer: AnswerOf, rating: Rating | null): Promise<void> {
  const { segmentId } = answer
  ratings.set({ [segmentId]: rating })
  const sent = (tails.get(segmentId) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => send(dispatch, answer, rating))
    .then(
      () => void taken.set(segmentId, rating),
      (error: unknown) => {
        // A newer change stays as it is.
        if (tails.get(segmentId) === sent) ratings.set({ [segmentId]: taken.get(segmentId) })
        throw error
      },
    )
  tails.set(segmentId, sent)
  return sent
}

const { addFeedback, removeFeedback } = conversationsApi.endpoints

async function send(dispatch: ApiDispatch, answer: AnswerOf, rating: Rating | null): Promise<void> {
  if (rating === null) await dispatch(removeFeedback.initiate(answer, { track: false })).unwrap()
  else await dispatch(addFeedback.initiate({ ...answer, ...rating }, { track: false })).unwrap()
}
