import { useMemo } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'

/**
 * Where a conversation is: `/chat/{gptSystemId}?conversationId={id}`. The specification's paths stay as they are, and the
 * open conversation survives reload, back and forward. The id is no right: the server asks who reads.
 */
export const chatAddress = (gptSystemId: string | null, conversationId: string | null): string =>
  `/chat${gptSystemId ? `/${encodeURIComponent(gptSystemId)}` : ''}${
    conversationId ? `?conversationId=${encodeURIComponent(conversationId)}` : ''
  }`

/** Where a message is: its conversation, opened at it, with what was looked for marked. */
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
  /** Another one for each time that one goes here: what was refused stands at the address of an empty chat already. */
  navigation: string
  /** What is asked here first begins a temporary chat. */
  temporary: boolean
}

/** What goes along with an address, and is no part of it. */
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
