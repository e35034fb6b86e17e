import { skipToken } from '@reduxjs/toolkit/query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { loadLater, useLoadAhead } from '../../ui/loadLater.tsx'
import { moveFocus } from '../../ui/moveFocus.ts'
import { OnceOpened } from '../../ui/OnceOpened.tsx'
import { closeSidebar } from '../../ui/sidebar.ts'
import { toast } from '../../ui/toast.tsx'
import { conversationGroups } from '../chat/list/conversationGroups.ts'
import { More } from '../chat/list/More.tsx'
import { TitleField } from '../chat/list/TitleField.tsx'
import type { Conversation } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { publicChatApi } from './api.ts'
import { publicChatTexts } from './lang/en.ts'
import { type PublicAddress, publicAddress } from './publicAddress.ts'

const VisitorMenu = loadLater(async () => (await import('./VisitorMenu.tsx')).VisitorMenu, { over: true })

interface Props {
  address: PublicAddress
  canEscalate: boolean
  /** Null before the first question: there are no conversations then. */
  sessionIdentifier: string | null
}

/** The conversations of the visitor's session, by last activity. Their rows share one menu. */
export function VisitorConversations({ address, canEscalate, sessionIdentifier }: Props) {
  const t = publicChatTexts.useText()
  const common = conversationTexts.useText()
  const current = useChat((chat) => chat.currentConversationId)
  const list = publicChatApi.useListVisitorConversationsInfiniteQuery(
    sessionIdentifier === null ? skipToken : { sessionIdentifier },
    { refetchOnMountOrArgChange: true },
  )
  const [menu, setMenu] = useState<{ conversation: Conversation; anchor: HTMLElement } | null>(null)
  const [open, setOpen] = useState(false)
  const [renamed, setRenamed] = useState<string | null>(null)
  useLoadAhead(VisitorMenu)
  const { currentData, error, isFetching, refetch } = list
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const conversations = currentData?.pages.flatMap(({ items }) => items) ?? []
  if (list.isError && conversations.length === 0) return <LoadError error={error} retry={refetch} />
  if (sessionIdentifier === null || (currentData && conversations.length === 0)) {
    return (
      <div className="state list-state">
        <p>{t('noChats')}</p>
      </div>
    )
  }
  return (
    <nav
      className="list-rows"
      aria-label={common('conversations')}
      aria-busy={isFetching}
      onKeyDown={moveFocus}
    >
      {conversationGroups(conversations).map((group) => (
        <section key={group.key}>
          <h3 className="grp">{group.title}</h3>
          <ul>
            {group.conversations.map((conversation) =>
              conversation.conversationId === renamed ? (
                <RenamedRow
                  key={conversation.conversationId}
                  conversation={conversation}
                  close={() => setRenamed(null)}
                />
              ) : (
                <Row
                  key={conversation.conversationId}
                  conversation={conversation}
                  to={publicAddress({ ...address, conversationId: conversation.conversationId })}
                  selected={conversation.conversationId === current}
                  openMenu={(anchor) => {
                    setMenu({ conversation, anchor })
                    setOpen(true)
                  }}
                />
              ),
            )}
          </ul>
        </section>
      ))}
      {isFetchNextPageError ? (
        <LoadError error={error} retry={fetchNextPage} />
      ) : (
        hasNextPage && <More load={fetchNextPage} loading={isFetchingNextPage} text={common('loadingMore')} />
      )}
      {menu && (
        <OnceOpened open={open}>
          <VisitorMenu
            address={address}
            canEscalate={canEscalate}
            conversation={menu.conversation}
            anchor={menu.anchor}
            open={open}
            close={() => setOpen(false)}
            rename={() => setRenamed(menu.conversation.conversationId)}
          />
        </OnceOpened>
      )}
    </nav>
  )
}

interface RowProps {
  conversation: Conversation
  to: string
  selected: boolean
  openMenu: (anchor: HTMLElement) => void
}

function Row({ conversation, to, selected, openMenu }: RowProps) {
  const t = conversationTexts.useText()
  const title = conversation.title || t('untitled')
  return (
    <li className="list-row">
      <Link className="it" to={to} aria-current={selected ? 'page' : undefined} onClick={closeSidebar}>
        <bdi className="grow trunc">{title}</bdi>
      </Link>
      <button
        type="button"
        // The row is one tab stop. Arrow keys lead to the button.
        tabIndex={-1}
        className="ib sm row-menu"
        aria-label={t('options', { title })}
        aria-haspopup="menu"
        onClick={(event) => openMenu(event.currentTarget)}
      >
        <Ellipsis size={16} />
      </button>
    </li>
  )
}

function RenamedRow({ conversation, close }: { conversation: Conversation; close: () => void }) {
  const { conversationId } = conversation
  const [rename] = publicChatApi.useRenameVisitorConversationMutation()
  const save = async (title: string) => {
    const { error } = await rename({ conversationId, title })
    if (error) toast.error(errorText(error))
    return !error
  }
  return (
    <li>
      <TitleField title={conversation.title} save={save} close={close} />
    </li>
  )
}
