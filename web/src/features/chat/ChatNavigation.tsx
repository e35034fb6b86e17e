import { SquarePen } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useObservable } from '../../base/useObservable.ts'
import { TwoTabs } from '../../ui/TwoTabs.tsx'
import { AgentsPanel } from '../agentDiscovery/AgentsPanel.tsx'
import { agentsPath } from '../agentDiscovery/data/agentsPath.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { withControl } from '../shortcuts/keyList.ts'
import { ConversationList } from './list/ConversationList.tsx'
import { titleSearch } from './list/titleSearch.ts'
import { useNewChat } from './useNewChat.ts'
import './list/list.css'

const tabs = ['chats', 'agents'] as const
type Tab = (typeof tabs)[number]

/** The sidebar of the chat area. */
export function ChatNavigation() {
  const t = conversationTexts.useText()
  const newChat = useNewChat()
  const { pathname } = useLocation()
  const [tab, setTab] = useState<Tab>(pathname === agentsPath ? 'agents' : 'chats')
  const id = useId()
  const { wanted } = useObservable(titleSearch)
  useEffect(() => {
    if (wanted) setTab('chats')
  }, [wanted])
  // A conversation that starts with an agent of the other tab appears in this one.
  const opened = useChat((chat) => chat.currentConversationId)
  useEffect(() => {
    if (opened !== null) setTab('chats')
  }, [opened])
  return (
    <>
      <TwoTabs
        id={id}
        tabs={tabs}
        tab={tab}
        choose={setTab}
        label={t('chatsAndAgents')}
        text={t}
        className="seg list-tabs"
      />
      <div role="tabpanel" className="list-panel" id={`${id}panel`} aria-labelledby={`${id}${tab}`}>
        {tab === 'chats' ? <Chats newChat={newChat} /> : <AgentsPanel />}
      </div>
    </>
  )
}

function Chats({ newChat }: { newChat: () => void }) {
  const t = conversationTexts.useText()
  return (
    <>
      <div className="list-new">
        <button
          type="button"
          className="btn out"
          onClick={() => newChat()}
          aria-keyshortcuts="Control+Shift+O Meta+Shift+O"
        >
          <SquarePen size={16} />
          {t('newChat')}
          <span className="grow" />
          <span className="kbd" aria-hidden="true">
            {withControl('⇧ O')}
          </span>
        </button>
      </div>
      <ConversationList />
    </>
  )
}
