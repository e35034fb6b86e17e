import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { historyEntry, useNavigateNow } from '../../ui/navigate.ts'
import { closeSidebar } from '../../ui/sidebar.ts'
import { toast } from '../../ui/toast.tsx'
import { conversationsApi, gptSystemsAtOnce } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { chatAddress } from './data/chatAddress.ts'
import { focusComposer } from './data/focusComposer.ts'

async function listAgents(dispatch: ApiDispatch, forceRefetch = false) {
  const agents = dispatch(
    conversationsApi.endpoints.listAvailableGptSystems.initiate(undefined, { forceRefetch }),
  )
  const { data } = await agents
  agents.unsubscribe()
  return data
}

/** Opens an empty chat with the current agent, or shows why there is none. */
export function useNewChat(): () => Promise<void> {
  const dispatch = useDispatch<ApiDispatch>()
  const navigate = useNavigateNow()
  const current = useChat((chat) => chat.currentGptSystemId)
  return useCallback(async () => {
    // Where the click was made: the page that is shown may still be the one before.
    const entry = historyEntry()
    const cached = await listAgents(dispatch)
    const isOf = ({ gptSystemId }: { gptSystemId: string }) => gptSystemId === current
    // An agent published since isn't in the cached list.
    const data = !current || cached?.some(isOf) ? cached : await listAgents(dispatch, true)
    const isCut = data?.length === gptSystemsAtOnce
    const agent = data?.find(isOf) ?? (current && isCut ? { gptSystemId: current } : data?.[0])
    if (data && !agent) {
      toast.error(conversationTexts.text('noAgents'))
      return
    }
    if (historyEntry() !== entry) return
    closeSidebar()
    await navigate(chatAddress(agent?.gptSystemId ?? current, null))
    focusComposer()
  }, [current, dispatch, navigate])
}
