import { useMemo } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'

/**
 * The URL of a conversation: `/chat/{gptSystemId}?conversationId={id}`. The paths follow the specification, and
 * the query keeps the conversation open across reload, back and forward. The ID grants no access: the server
 * checks every read.
 */
export const chatAddress = (gptSystemId: string | null, conversationId: string | null): string =>
  `/chat${gptSystemId ? `/${encodeURIComponent(gptSystemId)}` : ''}${
    conversationId ? `?conversationId=${encodeURIComponent(conversationId)}` : ''
  }`

/** The URL of a message: its conversation, scrolled to it, with the search text highlighted. */
export const messageAddress = (
  hit: {
    conversation: { conversationId: string; gptSystem: { gptSystemId: string } }
    conversationSegmentId: string
  },
  search: string,
): string =>
  `${chatAddress(hit.conversation.gptSystem.gptSystemId, hit.conversation.conversationId)}&message=${encodeURIComponent(hit.conversationSegmentId)}&q=${encodeURIComponent(search)}`

export interface ChatAddress {
  entryGptSystemId: string | null
  conversationId: string | null
  /**
   * Changes with every navigation. An empty chat can still show a rejected question, although the URL is the
   * same.
   */
  navigation: string
  /** The first question starts a temporary chat. */
  temporary: boolean
}

/** Navigation state that isn't part of the URL. */
export interface ChatAddressState {
  temporary?: boolean
}

export function useChatAddress(): ChatAddress {
  const { entryGptSystemId = null } = useParams()
  const [search] = useSearchParams()
  const { state, key: navigation } = useLocation()
  const conversationId = search.get('conversationId')
  const { temporary = false } = (state as ChatAddressState | null) ?? {}
  return useMemo(
    () => ({ entryGptSystemId, conversationId, navigation, temporary }),
    [entryGptSystemId, conversationId, navigation, temporary],
  )
}
