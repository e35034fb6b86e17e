import { client, limits } from '@parlance/contract/limits'
import { Bot, Search, SearchX, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { settings } from '../../theme/settings.ts'
import { LoadFault } from '../../ui/LoadFault.tsx'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { uiTexts } from '../../ui/uiTexts.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { useLate } from '../../ui/useLate.ts'
import { AgentAvatar } from '../conversations/AgentAvatar.tsx'
import { chatAddress } from '../conversations/chatAddress.ts'
import { isTyping } from '../conversations/keyList.ts'
import { usePageTitle } from '../shell/useProductName.ts'
import { agentDiscoveryTexts } from './agentDiscoveryTexts.ts'
import { type AgentCard, agentDiscoveryApi } from './api.ts'
import './agentDiscovery.css'

/** /chat/agents: the agents that one may chat with, found by name. */
export function AgentsPage() {
  const t = agentDiscoveryTexts.useText()
  usePageTitle(t('title'))
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), client.titleSearchDebounceMs)
  return (
    <div className="page">
      <header className="page-head agents-head">
        <div className="row">
          <OpenSidebarButton />
          <h1 className="h1">{t('title')}</h1>
        </div>
        <p className="m2">{t('intro')}</p>
        <SearchField value={typed} change={setTyped} />
      </header>
      <div className="page-body agents-body">
        <Found search={search} clear={() => setTyped('')} />
      </div>
    </div>
  )
}

function SearchField({ value, change }: { value: string; change: (value: string) => void }) {
  const t = agentDiscoveryTexts.useText()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, defaultPrevented, key, metaKey } = event
      if (key !== '/' || altKey || ctrlKey || metaKey || defaultPrevented) return
      if (isTyping(event) || !settings.read().singleKeys) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="in agents-search">
      <Search size={16} className="m3" />
      <input
        ref={field}
        type="search"
        value={value}
        maxLength={limits.titleSearch}
        aria-label={t('search')}
        aria-keyshortcuts="/"
        placeholder={t('search')}
        onChange={(event) => change(event.target.value)}
      />
      {value === '' ? (
        <span className="kbd" aria-hidden="true">
          /
        </span>
      ) : (
        <button type="button" className="ib sm" aria-label={t('clear')} onClick={() => change('')}>
          <X size={16} />
        </button>
      )}
    </div>
  )
}

function Found({ search, clear }: { search: string; clear: () => void }) {
  const t = agentDiscoveryTexts.useText()
  const query = agentDiscoveryApi.useFindAgentsInfiniteQuery(
    { search },
    // What one's rights open changes without this page knowing.
    { refetchOnMountOrArgChange: true },
  )
  const { data, error, fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage, refetch } = query
  const agents = data?.pages.flatMap(({ items }) => items) ?? []
  if (error && agents.length === 0) return <LoadFault error={error} retry={refetch} />
  if (!data) return <CardsSkeleton />
  if (agents.length === 0) return <Nothing search={search} clear={clear} />
  return (
    <>
      <p className="hidden" role="status">
        {search !== '' &&
          (hasNextPage ? t('foundMore', { number: agents.length }) : t('found', { count: agents.length }))}
      </p>
      <ul className="agents-grid">
        {agents.map((agent) => (
          <Card key={agent.gptSystemId} agent={agent} />
        ))}
      </ul>
      {/* What has failed is loaded again when the person says so. */}
      {isFetchNextPageError ? (
        <LoadFault error={error} retry={fetchNextPage} />
      ) : (
        hasNextPage && (
          <button
            type="button"
            className="btn ghost agents-more"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('more')}
          </button>
        )
      )}
    </>
  )
}

function Card({ agent: { gptSystemId, name, description } }: { agent: AgentCard }) {
  const t = agentDiscoveryTexts.useText()
  return (
    <li className="card agent-card">
      <div className="row">
        <AgentAvatar id={gptSystemId} size={40} />
        <h2 className="grow">
          <Link to={chatAddress(gptSystemId, null)} className="agent-link">
            <bdi>{name || t('unnamed')}</bdi>
          </Link>
        </h2>
      </div>
      {description && (
        <p className="m2">
          <bdi>{description}</bdi>
        </p>
      )}
    </li>
  )
}

function Nothing({ search, clear }: { search: string; clear: () => void }) {
  const t = agentDiscoveryTexts.useText()
  return (
    <div className="state">
      <span className="mark">{search ? <SearchX size={18} /> : <Bot size={18} />}</span>
      <p>{search ? t('noMatch', { search }) : t('none')}</p>
      {search && (
        <button type="button" className="btn soft sm" onClick={clear}>
          {t('clear')}
        </button>
      )}
    </div>
  )
}

const cards = ['a', 'b', 'c', 'd', 'e', 'f']

function CardsSkeleton() {
  const t = uiTexts.useText()
  if (!useLate()) return null
  return (
    <div className="agents-grid" role="status" aria-label={t('loading')}>
      {cards.map((card) => (
        <div key={card} className="card agent-card">
          <span className="sk" style={{ inlineSize: '60%' }} />
          <span className="sk" />
        </div>
      ))}
    </div>
  )
}
