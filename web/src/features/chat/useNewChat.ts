import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import type { ApiDispatch } from '../../api/api.ts'
import { closeSidebar } from '../../ui/sidebar.ts'
import { toast } from '../../ui/toast.tsx'
import { conversationsApi } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/conversationTexts.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { chatAddress } from './data/chatAddress.ts'
import { focusComposer } from './data/focusComposer.ts'

/** New Chat: an empty chat with the current agent, or the reason why there is none. */
export function useNewChat(): () => Promise<void> {
  const dispatch = useDispatch<ApiDispatch>()
  const navigate = useNavigate()
  const current = useChat((chat) => chat.currentGptSystemId)
  return useCallback(async () => {
    const agents = dispatch(conversationsApi.endpoints.listAvailableGptSystems.initiate())
    const { data } = await agents
    agents.unsubscribe()
    const agent = data?.find(({ gptSystemId }) => gptSystemId === current) ?? data?.[0]
    if (data && !agent) {
      toast.error(conversationTexts.text('noAgents'))
      return
    }
    closeSidebar()
    await navigate(chatAddress(agent?.gptSystemId ?? current, null))
    focusComposer()
  }, [current, dispatch, navigate])
}
