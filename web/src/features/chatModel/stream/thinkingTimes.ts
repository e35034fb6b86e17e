import { useEffect } from 'react'
import type { ShownSegment } from '../branch.ts'
import { useChat } from './useChatStream.ts'

/** How long this page saw a model think, by segment. Used for answers without a duration from the server. */
const seen = new Map<string, { from: number; to: number | null }>()

/** True from the first thinking text. */
export function useThinks(segment: ShownSegment): boolean {
  const streamed = useChat(({ streamConversationSegment: one }) =>
    segment.status === 'Pending' && one?.conversationSegmentId === segment.conversationSegmentId
      ? one.thinking !== ''
      : null,
  )
  // Answers stored before thinking was supported have none.
  return streamed ?? Boolean(segment.thinking)
}

export interface ThinkingTime {
  ms: number | null
  running: boolean
}

/**
 * Returns the server's duration if its steps include thinking. Otherwise returns the time observed from the
 * first thinking text to the first answer text.
 */
export function useThinkingMs(segment: ShownSegment): ThinkingTime {
  const id = segment.conversationSegmentId ?? ''
  const pending = segment.status === 'Pending'
  const answerBegun = useChat(({ streamConversationSegment: one }) =>
    pending && one?.conversationSegmentId === segment.conversationSegmentId ? one.answer !== '' : true,
  )
  const running = pending && !answerBegun
  useEffect(() => {
    if (running && !seen.has(id)) seen.set(id, { from: performance.now(), to: null })
    const time = seen.get(id)
    if (!running && time?.to === null) time.to = performance.now()
  }, [running, id])
  const step = segment.steps.find((one) => one.id === 'thinking')
  if (step?.ms !== undefined) return { ms: step.ms, running: false }
  const time = seen.get(id)
  if (!time) return { ms: null, running }
  return { ms: (time.to ?? performance.now()) - time.from, running }
}
