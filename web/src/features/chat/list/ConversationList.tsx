import { client } from '@parlance/contract/limits'
import { Archive, CloudAlert, MessageCirclePlus, RotateCw, Search, SearchX, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useObservable } from '../../../base/useObservable.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { loadLater } from '../../../ui/loadLater.tsx'
import { OnceOpened } from '../../../ui/OnceOpened.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { TwoTabs } from '../../../ui/TwoTabs.tsx'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { conversationsApi } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { openImports } from '../../openers/importDialog.ts'
import { useNewChat } from '../useNewChat.ts'
import { ConversationRows } from './ConversationRows.tsx'
import { deletedConversations, withDeleted } from './deletedConversations.ts'
import { MessageHits } from './MessageHits.tsx'
import { More } from './More.tsx'
import { titleSearch } from './titleSearch.ts'
import { besideTitles, useMessageHits } from './useMessageHits.ts'

const RecentlyDeleted = loadLater(async () => (await import('./RecentlyDeleted.tsx')).RecentlyDeleted, {
  over: true,
})

const tabs = ['history', 'archived'] as const
type Tab = (typeof tabs)[number]

/**
 * The sidebar's conversations, current or archived, with groups, pages of 100, and search by title and in
 * messages.
 */
export function ConversationList() {
  const t = conversationTexts.useText()
  const [tab, setTab] = useState<Tab>('history')
  const [search, setSearch] = useState<string | null>(null)
  const wanted = useDebounced(search?.trim() ?? '', client.titleSearchDebounceMs)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { wanted: isSearchWanted } = useObservable(titleSearch)
  useEffect(() => {
    if (!isSearchWanted) return
    titleSearch.set({ wanted: false })
    setSearch((before) => before ?? '')
  }, [isSearchWanted])
  const close = () => {
    setSearch(null)
    button.current?.focus()
  }
  const list = (
    <Conversations
      key={tab}
      archived={tab === 'archived'}
      search={search === null ? '' : wanted}
      clear={() => setSearch('')}
    />
  )
  const [trash, setTrash] = useState(false)
  return (
    <>
      <div className="list-head">
        <TwoTabs
          id={id}
          tabs={tabs}
          tab={tab}
          choose={setTab}
          label={t('historyAndArchived')}
          text={t}
          className="grow list-tablist"
        />
        <button
          ref={button}
          type="button"
          className="ib sm"
          aria-label={t('search')}
          aria-keyshortcuts="/"
          aria-expanded={search !== null}
          data-tour-guide="title-search"
          onClick={() => (search === null ? setSearch('') : close())}
        >
          <Search size={16} />
        </button>
      </div>
      {search !== null && <ListSearch value={search} change={setSearch} close={close} />}
      <div role="tabpanel" className="list-panel" id={`${id}panel`} aria-labelledby={`${id}${tab}`}>
        {list}
        {tab === 'archived' && (
          <button type="button" className="list-trash" aria-haspopup="dialog" onClick={() => setTrash(true)}>
            <Trash2 size={16} />
            {t('recentlyDeleted')}
          </button>
        )}
        <OnceOpened open={trash}>
          <RecentlyDeleted open={trash} close={() => setTrash(false)} />
        </OnceOpened>
      </div>
    </>
  )
}

function ListSearch({ value, change, close }: ListSearchProps) {
  const t = conversationTexts.useText()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <SearchField
      className="list-search"
      label={t('search')}
      placeholder={t('searchPlaceholder')}
      value={value}
      change={change}
      field={field}
      leave={{ label: t('closeSearch'), close }}
    />
  )
}

interface ListSearchProps {
  value: string
  change: (value: string) => void
  close: () => void
}

interface ConversationsProps {
  archived: boolean
  search: string
  clear: () => void
}

function Conversations({ archived, search, clear }: ConversationsProps) {
  const t = conversationTexts.useText()
  const list = useList(archived, search)
  const deleted = useObservable(deletedConversations).items
  const found = useMessageHits(search, archived)
  const { data, error, isError, isFetching, refetch } = list
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const listed = data?.pages.flatMap((page) => page.items) ?? []
  const conversations = withDeleted(listed, deleted, { archived, search })
  if (isError && conversations.length === 0) {
    return (
      <ListState
        icon={<CloudAlert size={18} />}
        text={t(archived ? 'archivedFailed' : 'historyFailed')}
        alert
      >
        <button
          type="button"
          className="btn out sm"
          onClick={() => !isFetching && void refetch()}
          aria-disabled={isFetching}
        >
          <RotateCw size={14} />
          {t('refresh')}
        </button>
      </ListState>
    )
  }
  if (data && conversations.length === 0 && found.none)
    return <Nothing archived={archived} search={search} clear={clear} />
  return (
    <ConversationRows conversations={conversations} busy={isFetching}>
      {/* Titles and messages are found separately. */}
      {conversations.length === 0 && found.hits.length > 0 && (
        <p className="list-no-title">{t(archived ? 'noArchivedMatch' : 'noMatch')}</p>
      )}
      {/* Retried only when the user asks for it, because automatic retries would repeat immediately and endlessly. */}
      {isFetchNextPageError ? (
        <LoadError error={error} retry={fetchNextPage} />
      ) : (
        hasNextPage && <More load={fetchNextPage} loading={isFetchingNextPage} text={t('loadingMore')} />
      )}
      {!found.skip && !hasNextPage && (
        <MessageHits search={search} found={{ ...found, hits: besideTitles(found.hits, conversations) }} />
      )}
    </ConversationRows>
  )
}

/** Loads either the current or the archived conversations, and skips the other list. */
function useList(archived: boolean, search: string) {
  const current = conversationsApi.useListConversationsInfiniteQuery(
    { search },
    { refetchOnMountOrArgChange: true, skip: archived },
  )
  const put = conversationsApi.useListArchivedConversationsInfiniteQuery(
    { search },
    { refetchOnMountOrArgChange: true, skip: !archived },
  )
  return archived ? put : current
}

function Nothing({ archived, search, clear }: ConversationsProps) {
  const t = conversationTexts.useText()
  const newChat = useNewChat()
  if (search) {
    return (
      <ListState icon={<SearchX size={18} />} text={t(archived ? 'noArchivedMatch' : 'noMatch')}>
        <button type="button" className="btn ghost sm" onClick={clear}>
          {t('clearSearch')}
        </button>
      </ListState>
    )
  }
  if (archived) return <ListState icon={<Archive size={18} />} text={t('noArchived')} />
  return (
    <ListState icon={<MessageCirclePlus size={18} />} text={t('noChats')}>
      <button type="button" className="btn soft sm" onClick={() => newChat()}>
        {t('newChat')}
      </button>
      <button type="button" className="btn ghost sm" onClick={openImports}>
        {t('importConversations')}
      </button>
    </ListState>
  )
}

interface ListStateProps {
  icon: ReactNode
  text: string
  alert?: boolean
  children?: ReactNode
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
