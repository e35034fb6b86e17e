import type { ApiDispatch } from '../../../api/api.ts'
import { observable } from '../../../base/observable.ts'
import { conversationsApi } from '../../chatModel/api.ts'
import type { Segment } from '../../chatModel/segments.ts'

export type Rating = Pick<NonNullable<Segment['feedback']>, 'rating' | 'reason' | 'text'>

interface AnswerOf {
  conversationId: string
  segmentId: string
}

/** What was said on this page, by segment: it stands over what was read with the answer. Null where it was taken back. */
export const ratings = observable<Record<string, Rating | null | undefined>>({})

/** What the server has taken, and what is on its way to it: one change after the other for each answer. */
const taken = new Map<string, Rating | null>()
const tails = new Map<string, Promise<void>>()

/** Rates an answer, or takes the rating back: seen at once. Throws what the server says where it does not take it. */
export function rate(dispatch: ApiDispatch, answer: AnswerOf, rating: Rating | null): Promise<void> {
  const { segmentId } = answer
  ratings.set({ [segmentId]: rating })
  const sent = (tails.get(segmentId) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => send(dispatch, answer, rating))
    .then(
      () => void taken.set(segmentId, rating),
      (error: unknown) => {
        // What was changed since is another matter.
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
