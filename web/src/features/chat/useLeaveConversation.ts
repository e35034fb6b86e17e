import { useNavigateNow } from '../../ui/navigate.ts'
import type { Conversation } from '../chatModel/api.ts'
import { chatAddress } from './data/chatAddress.ts'

/** Replaces the page of a removed conversation by an empty chat with its agent, if it is the open one by now. */
export function useLeaveConversation(): (conversation: Conversation) => void {
  const navigate = useNavigateNow()
  return ({ conversationId, gptSystem }) => {
    const { pathname, search } = location
    const isOpen =
      pathname.startsWith('/chat') && new URLSearchParams(search).get('conversationId') === conversationId
    if (isOpen) void navigate(chatAddress(gptSystem.gptSystemId, null), { replace: true })
  }
}
