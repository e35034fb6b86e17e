import { Ellipsis, Undo2 } from 'lucide-react'
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useObservable } from '../../../base/useObservable.ts'
import { loadLater, useLoadAhead } from '../../../ui/loadLater.tsx'
import { moveFocus } from '../../../ui/moveFocus.ts'
import { OnceOpened } from '../../../ui/OnceOpened.tsx'
import { closeSidebar } from '../../../ui/sidebar.ts'
import type { Conversation } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { useChat } from '../../chatModel/stream/useChatStream.ts'
import { chatAddress } from '../data/chatAddress.ts'
import { openAnswers } from '../updates/openAnswers.ts'
import { conversationGroups } from './conversationGroups.ts'
import { deletedConversations } from './deletedConversations.ts'
import { TitleField } from './TitleField.tsx'
import { type ConversationActions, useConversationActions } from './useConversationActions.ts'

const ConversationMenu = loadLater(
  async () => (await import('../menu/ConversationMenu.tsx')).ConversationMenu,
  {
    over: true,
  },
)

interface Props {
  conversations: readonly Conversation[]
  busy: boolean
  /** Content after the rows: the next page and the message hits. */
  children: ReactNode
}

/** Rows grouped by last activity. They share one menu. */
export function ConversationRows({ conversations, busy, children }: Props) {
  const t = conversationTexts.useText()
  const current = useChat((chat) => chat.currentConversationId)
  const actions = useConversationActions()
  const deleted = useObservable(deletedConversations).items
  const [menu, setMenu] = useState<{ conversation: Conversation; anchor: HTMLElement } | null>(null)
  const [open, setOpen] = useState(false)
  const [renamed, setRenamed] = useState<string | null>(null)
  useLoadAhead(ConversationMenu)
  const openMenu = useCallback((conversation: Conversation, anchor: HTMLElement) => {
    setMenu({ conversation, anchor })
    setOpen(true)
  }, [])
  const endRename = useCallback(() => setRenamed(null), [])
  const { running, unseen } = useObservable(openAnswers)
  const markOf = (conversationId: string): Mark => {
    if (conversationId === current) return null
    return running.has(conversationId) ? 'rowAnswering' : unseen.has(conversationId) ? 'rowNewAnswer' : null
  }
  const isDeleted = new Set(deleted.map(({ conversationId }) => conversationId))
  return (
    <nav
      className="list-rows"
      aria-label={t('conversations')}
      aria-busy={busy}
      data-tour-guide="conversation-list"
      onKeyDown={moveFocus}
    >
      {conversationGroups(conversations).map((group) => (
        <section key={group.key}>
          <h3 className="grp">{group.title}</h3>
          <ul>
            {group.conversations.map((conversation) => {
              const { conversationId } = conversation
              return isDeleted.has(conversationId) ? (
                <DeletedRow key={conversationId} conversation={conversation} actions={actions} />
              ) : (
                <Row
                  key={conversationId}
                  conversation={conversation}
                  selected={conversationId === current}
                  mark={markOf(conversationId)}
                  editing={conversationId === renamed}
                  openMenu={openMenu}
                  endRename={endRename}
                />
              )
            })}
          </ul>
        </section>
      ))}
      {children}
      {menu && (
        <OnceOpened open={open}>
          <ConversationMenu
            anchor={menu.anchor}
            open={open}
            close={() => setOpen(false)}
            label={t('options', { title: menu.conversation.title || t('untitled') })}
            conversation={menu.conversation}
            rename={({ conversationId }) => setRenamed(conversationId)}
            undoIn="row"
          />
        </OnceOpened>
      )}
    </nav>
  )
}

/** The status of an answer in another conversation: in progress, or finished and unread. */
type Mark = 'rowAnswering' | 'rowNewAnswer' | null

interface RowProps {
  conversation: Conversation
  selected: boolean
  mark: Mark
  editing: boolean
  openMenu: (conversation: Conversation, anchor: HTMLElement) => void
  endRename: () => void
}

const Row = memo(function Row({ conversation, selected, mark, editing, openMenu, endRename }: RowProps) {
  const t = conversationTexts.useText()
  const { conversationId, gptSystem } = conversation
  const [saved, setSaved] = useState<{ was: string; title: string } | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const menu = useRef<HTMLButtonElement>(null)
  // The saved title is shown until the list is reloaded.
  const title = saved && saved.was === conversation.title ? saved.title : conversation.title
  if (editing) {
    const renamed = (to: string) => {
      setSaved({ was: conversation.title, title: to })
      requestAnimationFrame(() => link.current?.focus())
    }
    return <RenamedRow conversationId={conversationId} title={title} renamed={renamed} close={endRename} />
  }
  return (
    <li className="list-row">
      <Link
        ref={link}
        className="it"
        to={chatAddress(gptSystem.gptSystemId, conversationId)}
        aria-current={selected ? 'page' : undefined}
        onClick={closeSidebar}
        onKeyDown={(event) => {
          const opens = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
          if (!opens || !menu.current) return
          event.preventDefault()
          openMenu({ ...conversation, title }, menu.current)
        }}
      >
        <bdi className="grow trunc">{title || t('untitled')}</bdi>
        {mark && <span className="row-mark" data-mark={mark} role="img" aria-label={t(mark)} />}
      </Link>
      <button
        ref={menu}
        type="button"
        // The row is one tab stop. Arrow keys lead to the button.
        tabIndex={-1}
        className="ib sm row-menu"
        aria-label={t('options', { title: title || t('untitled') })}
        aria-haspopup="menu"
        data-tour-guide="conversation-menu"
        onClick={(event) => openMenu({ ...conversation, title }, event.currentTarget)}
      >
        <Ellipsis size={16} />
      </button>
    </li>
  )
})

interface RenamedProps {
  conversationId: string
  title: string
  renamed: (to: string) => void
  close: () => void
}

function RenamedRow({ conversationId, title, renamed, close }: RenamedProps) {
  const { rename } = useConversationActions()
  const save = async (wanted: string) => {
    const done = await rename(conversationId, wanted)
    if (done) renamed(wanted)
    return done
  }
  return (
    <li>
      <TitleField title={title} save={save} close={close} />
    </li>
  )
}

/** Briefly replaces a deleted row, with a button to undo. */
function DeletedRow({ conversation, actions }: { conversation: Conversation; actions: ConversationActions }) {
  const t = conversationTexts.useText()
  const button = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // The focused element is gone, so the focus moves here.
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  return (
    <li className="list-row list-deleted">
      <span className="grow trunc" role="status">
        {t('deletedNow', { title: conversation.title || t('untitled') })}
      </span>
      <button
        ref={button}
        type="button"
        className="text-button"
        aria-disabled={busy}
        onClick={async () => {
          if (busy) return
          setBusy(true)
          await actions.restore(conversation)
          setBusy(false)
        }}
      >
        <Undo2 size={14} className="flip" />
        {t('undo')}
      </button>
    </li>
  )
}
