import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { isResearch, RESEARCH_BUDGET } from './research/isResearch.ts'

/**
 * Announces an answer to screen readers: its start, each step, and its end. The text itself isn't announced.
 */
export function Announcer() {
  const t = conversationTexts.useText()
  const said = useChat((chat) => {
    const segment = chat.streamConversationSegment
    if (segment?.status === 'Pending') {
      const waiting = segment.steps.find(({ state }) => state === 'AwaitingApproval')
      // The last step of a research is often what it has used.
      const status = isResearch(segment)
        ? segment.steps.findLast(({ id, state }) => state === 'Running' && id !== RESEARCH_BUDGET)?.title
        : chat.codeInterpreterStatus
      return waiting?.title || status || (chat.streamAborted ? t('stopping') : t('answering'))
    }
    const end = chat.streamEvent === 'no-more-data' ? (chat.streamData as { status: string }).status : null
    if (end === 'Completed') return t('answerReady')
    return end === 'Aborted' ? t('answerStopped') : ''
  })
  return (
    <div role="status" className="hidden">
      {said}
    </div>
  )
}
