import { client } from '@parlance/contract/limits'
import { Bot, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { LoadError } from '../../ui/LoadError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { useLate } from '../../ui/useLate.ts'
import { conversationsApi } from '../chatModel/api.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { CreatePersonalAgentButton } from '../personalAgents/CreatePersonalAgentButton.tsx'
import { DeletedAgents } from '../personalAgents/DeletedAgents.tsx'
import { OwnDrafts } from '../personalAgents/OwnDrafts.tsx'
import { useSlashKey } from '../shortcuts/useSlashKey.ts'
import { Categories } from './Categories.tsx'
import { DirectorySection } from './DirectorySection.tsx'
import { agentDiscoveryTexts } from './lang/en.ts'
import { type FoundDirectory, useDirectories } from './useDirectories.ts'
import './agentDiscovery.css'

/** /chat/agents: the directories of agents that the user can chat with, searchable and filtered by category. */
export function AgentsPage() {
  const t = agentDiscoveryTexts.useText()
  usePageTitle(t('title'))
  const [typed, setTyped] = useState('')
  const [chosen, choose] = useState<string | null>(null)
  const search = useDebounced(typed.trim(), client.titleSearchDebounceMs)
  const { found, counts } = useDirectories({ search, category: chosen })
  const clear = () => {
    setTyped('')
    choose(null)
  }
  return (
    <div className="page">
      <header className="page-head agents-head">
        <div className="row">
          <OpenSidebarButton />
          <h1 className="h1">{t('title')}</h1>
        </div>
        <div className="row agents-intro">
          <p className="m2 grow">{counts?.total ? t('available', { count: counts.total }) : t('intro')}</p>
          <CreatePersonalAgentButton />
        </div>
        <AgentSearch value={typed} change={setTyped} />
      </header>
      <div className="page-body agents-body">
        {counts && (counts.categories.length > 0 || chosen !== null) && (
          <Categories {...counts} chosen={chosen} choose={choose} />
        )}
        {search === '' && chosen === null && <OwnDrafts />}
        <Found found={found} search={search} category={chosen} clear={clear} />
        {search === '' && chosen === null && <DeletedAgents />}
      </div>
    </div>
  )
}

function AgentSearch({ value, change }: { value: string; change: (value: string) => void }) {
  const t = agentDiscoveryTexts.useText()
  const field = useRef<HTMLInputElement>(null)
  const { state, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every navigation here that asks for the search.
  useEffect(() => {
    if ((state as { search?: boolean } | null)?.search) field.current?.focus()
  }, [key])
  useSlashKey(() => field.current?.focus())
  return (
    <SearchField
      className="agents-search"
      label={t('search')}
      value={value}
      change={change}
      field={field}
      shortcut="/"
    />
  )
}

interface FoundProps {
  found: readonly FoundDirectory[]
  search: string
  category: string | null
  clear: () => void
}

function Found({ found, search, category, clear }: FoundProps) {
  const t = agentDiscoveryTexts.useText()
  const [first] = found
  if (first && found.every(({ unread }) => unread))
    return <LoadError error={first.error} retry={() => found.forEach(({ refetch }) => void refetch())} />
  if (found.some(({ agents, unread }) => !agents && !unread)) return <CardsSkeleton />
  const shown = found.filter(({ agents, unread }) => unread || agents?.length)
  const stale = found.some((one) => one.stale)
  if (shown.length === 0 && stale) return <CardsSkeleton />
  if (shown.length === 0) return <Nothing search={search} category={category} clear={clear} />
  const number = found.reduce((sum, { agents }) => sum + (agents?.length ?? 0), 0)
  const more = found.some(({ hasNextPage }) => hasNextPage)
  return (
    <>
      <p className="hidden" role="status">
        {!stale &&
          (search !== '' || category !== null) &&
          (more ? t('foundMore', { number }) : t('found', { count: number }))}
      </p>
      {shown.map((one) => (
        <DirectorySection key={one.directory} {...one} />
      ))}
    </>
  )
}

function Nothing({ search, category, clear }: Omit<FoundProps, 'found'>) {
  const t = agentDiscoveryTexts.useText()
  const narrowed = search !== '' || category !== null
  const { data: usable } = conversationsApi.useListAvailableGptSystemsQuery()
  return (
    <div className="state">
      <span className="mark">{narrowed ? <SearchX size={18} /> : <Bot size={18} />}</span>
      <p>
        {search !== '' && category !== null
          ? t('noMatchIn', { search, category })
          : search !== ''
            ? t('noMatch', { search })
            : category !== null
              ? t('noneIn', { category })
              : t(usable?.length ? 'noneListed' : 'none')}
      </p>
      {narrowed && (
        <button type="button" className="btn soft sm" onClick={clear}>
          {t('clear')}
        </button>
      )}
      <CreatePersonalAgentButton />
    </div>
  )
}

const cards = ['a', 'b', 'c', 'd', 'e', 'f']

function CardsSkeleton() {
  const t = uiTexts.useText()
  if (!useLate()) return null
  return (
    <div className="agents-grid agents-waiting" role="status" aria-label={t('loading')}>
      {cards.map((card) => (
        <div key={card} className="card agent-card">
          <span className="row">
            <span className="sk agent-card-mark" />
            <span className="sk" style={{ inlineSize: '60%' }} />
          </span>
          <span className="sk" />
        </div>
      ))}
    </div>
  )
}
