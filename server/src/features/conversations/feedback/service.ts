import type { conversations } from '@parlance/contract/conversations'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { removeFeedback, upsertFeedback } from '../columns/feedbackStore.ts'
import { ofOneself } from '../readers/readerOf.ts'
import { findSegment } from '../record/store.ts'

/** Feedback on answers in a user's own conversations. Test chats have no feedback. */
export const feedbackService = {
  async addFeedback(call: Call<typeof conversations.addFeedback>) {
    const { conversationId, segmentId } = call.params
    if (call.input.reason && call.input.rating === 'Good') {
      throw new AppError('request.invalid', {
        fields: [{ field: 'reason', message: 'Include a reason only with the rating Bad.' }],
      })
    }
    return call.change(async (tx) => {
      const answer = await findSegment(tx, ofOneself(call), conversationId, segmentId)
      if (!answer) throw new AppError('conversation.segmentNotFound')
      if (answer.status === 'Pending') throw new AppError('conversation.answering')
      const stored = await upsertFeedback(tx, ofOneself(call), call.params, call.input)
      if (!stored) throw new AppError('conversation.segmentNotFound')
      return stored
    })
  },

  async removeFeedback(call: Call<typeof conversations.removeFeedback>) {
    const { conversationId, segmentId } = call.params
    return call.change(async (tx) => {
      const answer = await findSegment(tx, ofOneself(call), conversationId, segmentId)
      if (!answer) throw new AppError('conversation.segmentNotFound')
      await removeFeedback(tx, ofOneself(call), call.params)
      return {}
    })
  },
}
