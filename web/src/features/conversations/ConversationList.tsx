import { client } from '@parlance/contract/limits'
import { CloudAlert, MessageCirclePlus, RotateCw, Search, SearchX, X } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { settings } from '../../theme/settings.ts'
import { LoadFault } from '../../ui/LoadFault.tsx'
import { moveFocus } from '../../ui/moveFocus.ts'
import { closeSidebar } from '../../ui/sidebar.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { type Conversation, conversationsApi } from './api.ts'
import { chatAddress } from './chatAddress.ts'
import { type ConversationGroup, conversationGroups } from './conversationGroups.ts'
import { conversationTexts } from './conversationTexts.ts'
import { isTyping } from './keyList.ts'
import { useChat } from './useChatStream.ts'
import { useNewChat } from './useNewChat.ts'

/** The conversations of the sidebar: search by title, groups by their last activity, pages of 100. */
export function ConversationList() {
  const t = conversationTexts.useText()
  const [search, setSearch] = useState<string | null>(null)
  const wanted = useDebounced(search?.trim() ?? '', client.titleSearchDebounceMs)
  const button = useRef<HTMLButtonElement>(null)
  useSlash(() => setSearch((before) => before ?? ''))
  const close = () => {
    setSearch(null)
    button.current?.focus()
  }
  return (
    <>
      <div className="list-head">
        {search === null ? (
          <>
            <h2 className="list-tab">{t('history')}</h2>
            <button
              ref={button}
              type="button"
              className="ib sm"
              aria-label={t('search')}
              aria-keyshortcuts="/"
              data-tour-guide="title-search"
              onClick={() => setSearch('')}
            >
              <Search size={16} />
            </button>
          </>
        ) : (
          <SearchField value={search} onChange={setSearch} onClose={close} />
        )}
      </div>
      <History search={search === null ? '' : wanted} clear={() => setSearch('')} />
    </>
  )
}

function SearchField(props: { value: string; onChange: (value: string) => void; onClose: () => void }) {
  const t = conversationTexts.useText()
  const { value, onChange, onClose } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <div className="in list-search">
      <Search size={16} className="m3" />
      <input
        ref={field}
        type="search"
        value={value}
        maxLength={200}
        aria-label={t('search')}
        placeholder={t('searchPlaceholder')}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onClose()
        }}
      />
      <button type="button" className="ib sm" aria-label={t('closeSearch')} onClick={onClose}>
        <X size={16} />
      </button>
    </div>
  )
}

function History({ search, clear }: { search: string; clear: () => void }) {
  const t = conversationTexts.useText()
  const newChat = useNewChat()
  const list = conversationsApi.useListConversationsInfiniteQuery(
    { search },
    { refetchOnMountOrArgChange: true },
  )
  const current = useChat((chat) => chat.currentConversationId)
  const { data, error, isError, isFetching, refetch } = list
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const conversations = data?.pages.flatMap((page) => page.items) ?? []
  if (isError && conversations.length === 0) {
    return (
      <ListState icon={<CloudAlert size={18} />} text={t('historyFailed')} alert>
        <button type="button" className="btn out sm" onClick={() => refetch()} disabled={isFetching}>
          <RotateCw size={14} />
          {t('refresh')}
        </button>
      </ListState>
    )
  }
  if (data && conversations.length === 0) {
    return search ? (
      <ListState icon={<SearchX size={18} />} text={t('noMatch')}>
        <button type="button" className="btn ghost sm" onClick={clear}>
          {t('clearSearch')}
        </button>
      </ListState>
    ) : (
      <ListState icon={<MessageCirclePlus size={18} />} text={t('noChats')}>
        <button type="button" className="btn soft sm" onClick={() => newChat()}>
          {t('newChat')}
        </button>
      </ListState>
    )
  }
  return (
    <nav
      className="list-rows"
      aria-label={t('conversations')}
      aria-busy={isFetching}
      data-tour-guide="conversation-list"
      onKeyDown={moveFocus}
    >
      {conversationGroups(conversations).map((group) => (
        <Group key={group.key} group={group} current={current} />
      ))}
      {/* What has failed is loaded again when the person says so: by itself it would be at once, and without an end. */}
      {isFetchNextPageError ? (
        <LoadFault error={error} retry={fetchNextPage} />
      ) : (
        hasNextPage && <More load={fetchNextPage} loading={isFetchingNextPage} />
      )}
    </nav>
  )
}

function Group({ group, current }: { group: ConversationGroup; current: string | null }) {
  return (
    <section>
      <h3 className="grp">{group.title}</h3>
      <ul>
        {group.conversations.map((conversation) => (
          <Row
            key={conversation.conversationId}
            conversation={conversation}
            selected={conversation.conversationId === current}
          />
        ))}
      </ul>
    </section>
  )
}

const Row = memo(
  function Row({ conversation, selected }: { conversation: Conversation; selected: boolean }) {
    const t = conversationTexts.useText()
    const { conversationId, gptSystem, title } = conversation
    return (
      <li>
        <Link
          className="it"
          to={chatAddress(gptSystem.gptSystemId, conversationId)}
          aria-current={selected ? 'page' : undefined}
          onClick={closeSidebar}
        >
          <bdi className="grow trunc">{title || t('untitled')}</bdi>
        </Link>
      </li>
    )
  },
  (before, after) =>
    before.selected === after.selected &&
    before.conversation.title === after.conversation.title &&
    before.conversation.conversationId === after.conversation.conversationId,
)

/** The next page, when the end of the list comes near. */
function More({ load, loading }: { load: () => void; loading: boolean }) {
  const t = conversationTexts.useText()
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        if (!loading && entries.some((entry) => entry.isIntersecting)) load()
      },
      { rootMargin: '400px' },
    )
    seen.observe(end.current!)
    return () => seen.disconnect()
  }, [load, loading])
  return (
    <p ref={end} className="grp">
      {t('loadingMore')}
    </p>
  )
}

interface ListStateProps {
  icon: ReactNode
  text: string
  alert?: boolean
  children: ReactNode
}

function ListState({ icon, text, alert, children }: ListStateProps) {
  return (
    <div className="state" role={alert ? 'alert' : undefined} data-tour-guide="conversation-list">
      <span className="mark">{icon}</span>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** `/` opens the search, wherever one is not typing. */
function useSlash(open: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handler sets state alone.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (isTyping(event) || !settings.read().singleKeys) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
