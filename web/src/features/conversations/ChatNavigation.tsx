import { Compass, SquarePen } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { closeSidebar } from '../../ui/sidebar.ts'
import { CreatePersonalAgentButton } from '../personalAgents/CreatePersonalAgentButton.tsx'
import { ConversationList } from './ConversationList.tsx'
import { conversationTexts } from './conversationTexts.ts'
import { withControl } from './keyList.ts'
import { useNewChat } from './useNewChat.ts'
import { useNewChatKey } from './useNewChatKey.ts'
import './list.css'

const AGENTS_PATH = '/chat/agents'
type Tab = 'chats' | 'agents'

/** The sidebar of the chat area. Visitors of a public chat have one agent, and no tabs. */
export function ChatNavigation({ isPublic = false }: { isPublic?: boolean }) {
  const newChat = useNewChat()
  useNewChatKey(newChat)
  const { pathname } = useLocation()
  const [tab, setTab] = useState<Tab>(pathname === AGENTS_PATH ? 'agents' : 'chats')
  const id = useId()
  if (isPublic) return <Chats newChat={newChat} />
  return (
    <>
      <Tabs id={id} tab={tab} choose={setTab} />
      <div role="tabpanel" className="list-panel" id={`${id}panel`} aria-labelledby={`${id}${tab}`}>
        {tab === 'chats' ? <Chats newChat={newChat} /> : <Agents />}
      </div>
    </>
  )
}

function Tabs({ id, tab, choose }: { id: string; tab: Tab; choose: (tab: Tab) => void }) {
  const t = conversationTexts.useText()
  const other: Tab = tab === 'chats' ? 'agents' : 'chats'
  return (
    <div
      className="seg list-tabs"
      role="tablist"
      aria-label={t('chatsAndAgents')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        choose(other)
        document.getElementById(`${id}${other}`)?.focus()
      }}
    >
      {(['chats', 'agents'] as const).map((one) => (
        <button
          key={one}
          id={`${id}${one}`}
          type="button"
          role="tab"
          aria-selected={one === tab}
          aria-controls={`${id}panel`}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => choose(one)}
        >
          {t(one)}
        </button>
      ))}
    </div>
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

function Agents() {
  const t = conversationTexts.useText()
  const { pathname } = useLocation()
  return (
    <div className="list-new">
      <Link
        to={AGENTS_PATH}
        className="btn out"
        aria-current={pathname === AGENTS_PATH ? 'page' : undefined}
        onClick={closeSidebar}
      >
        <Compass size={16} />
        {t('viewAllAgents')}
      </Link>
      <CreatePersonalAgentButton />
    </div>
  )
}
