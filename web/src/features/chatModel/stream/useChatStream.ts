import { useEffect, useState } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { Within } from '../../../api/chatCalls.ts'
import type { ShownSegment } from '../branch.ts'
import { type ChatState, chatActions, type StreamSegment } from '../chatSlice.ts'
import { ChatStream } from './ChatStream.ts'

interface ChatRoot {
  chat: ChatState
}

export const useChat = <T>(select: (chat: ChatState) => T): T =>
  useSelector((state: ChatRoot) => select(state.chat))

/**
 * The segment being received. It doesn't change with each piece of text, sixty times a second. `useAnswer`
 * provides the text to the one component that renders it.
 */
export const useStreamedSegment = (): StreamSegment | null =>
  useSelector((state: ChatRoot) => state.chat.streamConversationSegment, sameButForText)

function sameButForText(before: StreamSegment | null, after: StreamSegment | null): boolean {
  if (before === null || after === null) return before === after
  const keys = Object.keys(after) as (keyof StreamSegment)[]
  return keys.every((key) => key === 'answer' || key === 'thinking' || before[key] === after[key])
}

/** A segment's text received so far. */
export function useAnswer({ conversationSegmentId, status, answer }: ShownSegment): string {
  const growing = useChat(({ streamConversationSegment: streamed }) =>
    status === 'Pending' && streamed?.conversationSegmentId === conversationSegmentId
      ? streamed.answer
      : null,
  )
  return growing ?? answer
}

/** The thinking text received so far. */
export function useThinking(segment: ShownSegment): string {
  const growing = useChat(({ streamConversationSegment: streamed }) =>
    segment.status === 'Pending' && streamed?.conversationSegmentId === segment.conversationSegmentId
      ? streamed.thinking
      : null,
  )
  // Answers stored before thinking was supported have none.
  return growing ?? segment.thinking ?? ''
}

/** The page's stream. Leaving the page ends its request, but the answer goes on and is found again. */
export function useChatStream(within: Within = {}): {
  stream: ChatStream
  reconnecting: boolean
} {
  const dispatch = useDispatch()
  const store = useStore<ChatRoot>()
  const [reconnecting, setReconnecting] = useState(false)
  const [stream] = useState(
    () => new ChatStream(dispatch, () => store.getState().chat, setReconnecting, within),
  )
  useEffect(
    () => () => {
      stream.leave()
      // The text received so far is incomplete and the answer goes on without this page, so the stored one is
      // loaded on return.
      dispatch(chatActions.conversationSwitched(null))
    },
    [stream, dispatch],
  )
  return { stream, reconnecting }
}
