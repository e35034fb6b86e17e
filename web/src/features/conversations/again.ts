import { useStore } from 'react-redux'
import type { ShownSegment } from './branch.ts'
import type { ChatState } from './chatSlice.ts'
import type { ChatPageState } from './useChatPage.ts'

/**
 * Asks once more in the place of a question; answers whether it asked. One answer at a time: while one is received it
 * does not. An answer that has ended does not count, though the page may still be fetching the stored one.
 */
export function useAgain(page: ChatPageState, segment: ShownSegment) {
  const store = useStore<{ chat: ChatState }>()
  const answering = () => store.getState().chat.streamConversationSegment?.status === 'Pending'
  return {
    /** The same question: a stored one gets another answer beside the first, one that was not stored is sent again. */
    again(): boolean {
      if (answering()) return false
      if (segment.conversationSegmentId !== null) return askInstead(page, segment, segment.question)
      void page.stream.tryAgain()
      return true
    },
    /** Another question in the place of this one: both stay, and one goes from the one to the other. */
    askInstead: (question: string): boolean => !answering() && askInstead(page, segment, question),
  }
}

function askInstead(
  { stream, conversation, agent, address }: ChatPageState,
  segment: ShownSegment,
  question: string,
): boolean {
  const gptSystemId = conversation?.gptSystem.gptSystemId ?? agent.current?.gptSystemId
  if (!gptSystemId && !address.conversationId) return false
  void stream.ask({
    gptSystemId: gptSystemId ?? '',
    conversationId: address.conversationId,
    question,
    parentSegmentId: segment.parentSegmentId,
    attachments: segment.attachments,
    attachmentIds: segment.attachments.map(({ attachmentId }) => attachmentId),
  })
  return true
}
