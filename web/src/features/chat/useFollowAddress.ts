import { client } from '@parlance/contract/limits'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api.ts'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { chatActions } from '../chatModel/chatSlice.ts'
import { closeSource } from '../chatModel/sources.ts'
import type { ChatStream } from '../chatModel/stream/ChatStream.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { closeExecutionDetails } from '../thread/details/openDetails.ts'
import type { ChatAddress } from './data/chatAddress.ts'

type Address = Pick<ChatAddress, 'conversationId' | 'navigation'>

/**
 * Returns the conversation started at this URL, until the URL names it. The router takes a while, and a short
 * answer can end before. Without this, the start screen would reappear briefly.
 */
export function useBegun(
  { conversationId, navigation }: Address,
  stream: Pick<ChatStream, 'active'>,
): string | null {
  const current = useChat((chat) => chat.currentConversationId)
  const [last, setLast] = useState({ current, at: '' })
  const isNamed = conversationId !== null
  if (last.current !== current || (isNamed && last.at !== ''))
    setLast({ current, at: !isNamed && stream.active ? navigation : '' })
  return !isNamed && last.at === navigation ? last.current : null
}

/**
 * Syncs URL and state: a new URL opens its conversation, and a new conversation changes the URL to the one that
 * `addressOf` returns, with its navigation state.
 */
export function useFollowAddress(
  { conversationId, navigation }: Address,
  stream: ChatStream,
  addressOf: (conversationId: string) => [address: string, state?: object],
): void {
  const dispatch = useDispatch()
  const navigate = useNavigateIfHere()
  const current = useChat((chat) => chat.currentConversationId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new URL, and the state follows it.
  useEffect(() => {
    if (conversationId !== null && conversationId === current && !stream.left) return
    stream.leave()
    closeExecutionDetails()
    closeSource()
    if (!conversationId) {
      dispatch(chatActions.conversationCleared())
      return
    }
    dispatch(chatActions.conversationSwitched(conversationId))
    const again = () => dispatch(api.util.invalidateTags(['Conversations']))
    const timer = setTimeout(again, client.conversationRefetchMs)
    return () => clearTimeout(timer)
  }, [conversationId, conversationId === null && navigation])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new conversation, and the URL follows it.
  useEffect(() => {
    if (current && conversationId === null && stream.active) {
      const [address, state] = addressOf(current)
      void navigate(address, { replace: true, state })
    }
  }, [current])
}
