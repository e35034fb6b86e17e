import { skipToken } from '@reduxjs/toolkit/query'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useDirection } from '../../../theme/useDirection.ts'
import { useAgentName } from '../../../ui/agentName.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Popover, type PopoverActions } from '../../../ui/mui/Popover.tsx'
import { PickList } from '../../../ui/pickList/PickList.tsx'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { AgentAvatar } from '../../agentAvatars/AgentAvatar.tsx'
import { agentDiscoveryApi } from '../../agentDiscovery/data/api.ts'
import { agentsApi } from '../../agents/data/api.ts'
import { conversationsApi, type GptSystemCard, gptSystemsAtOnce } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import type { NamedAgent } from '../../chatModel/otherAgent.ts'
import { otherAgentsTexts } from './lang/en.ts'
import './otherAgents.css'

interface Props {
  anchor: HTMLElement | null
  /** The list opens below its anchor instead of above it. */
  below?: boolean
  /** An agent that isn't offered, because it already answers. */
  except: string | null
  /** The search text typed in the message so far. */
  begun?: string
  choose: (agent: NamedAgent) => void
  /** Called with the typed text, which is stored nowhere else. */
  close: (typed: string) => void
  /** Called when the user deletes backward in an empty search. */
  erase?: () => void
}

const FOUND = 20
const SEARCH_MS = 200

/** A picker of the agents that the user can chat with, most recently used first. */
export function AgentPicker({ anchor, below = false, except, begun = '', choose, close, erase }: Props) {
  const t = otherAgentsTexts.useText()
  const common = conversationTexts.useText()
  const named = useAgentName()
  const [search, setSearch] = useState(begun)
  const { groups, isRead, error, retry } = useAgents(search.trim(), except)
  const position = useRef<PopoverActions>(null)
  const settle = useCallback(() => position.current?.updatePosition(), [])
  const start = useDirection() === 'rtl' ? 'right' : 'left'
  const onKey = (event: KeyboardEvent, found: number): boolean => {
    if (event.key === 'Backspace' && search === '' && erase) erase()
    // The @ wasn't a mention, so what follows is text.
    else if (event.key === ' ' && erase && (search === '' || (isRead && found === 0))) close(`${search} `)
    else return false
    event.preventDefault()
    return true
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      action={position}
      onClose={() => close(search)}
      anchorOrigin={{ vertical: below ? 'bottom' : 'top', horizontal: start }}
      transformOrigin={{ vertical: below ? 'top' : 'bottom', horizontal: start }}
      slotProps={{ paper: { className: 'pick', role: 'dialog', 'aria-label': t('agents') } }}
    >
      <PickList
        label={t('agents')}
        searchLabel={t('search')}
        search={search}
        setSearch={setSearch}
        groups={groups.map(({ key, items }) => ({ key, items, label: t(key) }))}
        keyOf={({ gptSystemId }) => gptSystemId}
        row={({ gptSystemId, name, avatarFileName, madeBy }) => (
          <span className="row other-agent">
            <AgentAvatar id={gptSystemId} fileName={avatarFileName} />
            <bdi className="trunc">{named(name)}</bdi>
            {madeBy && <bdi className="trunc small m3">{common('madeBy', { name: madeBy })}</bdi>}
          </span>
        )}
        take={({ gptSystemId, name }) => choose({ gptSystemId, name: named(name) })}
        onKey={onKey}
        none={isRead && groups.every(({ items }) => items.length === 0) ? t('noMatch') : null}
        error={error !== undefined && <LoadError error={error} retry={retry} />}
        settle={settle}
      />
    </Popover>
  )
}

const anew = { refetchOnMountOrArgChange: true }

/**
 * Filters agents by name. If there are more than the page has loaded, the server searches. Opening the picker reloads
 * what it lists, because agents can have been published meanwhile.
 */
function useAgents(search: string, except: string | null) {
  const named = useAgentName()
  const list = conversationsApi.useListAvailableGptSystemsQuery(undefined, anew)
  const recents = agentDiscoveryApi.useListRecentAgentsQuery()
  const known = (list.data ?? []).filter(({ gptSystemId }) => gptSystemId !== except)
  const isWhole = (list.data?.length ?? 0) < gptSystemsAtOnce
  const asked = useDebounced(search, SEARCH_MS)
  const found = agentsApi.useSearchOwnGptSystemsQuery(
    isWhole || asked === '' ? skipToken : { search: asked, pageSize: FOUND },
  )
  const { error, refetch } = list.error ? list : found
  const facts = {
    error: error,
    retry: refetch,
    isRead: list.isSuccess && !found.isFetching && asked === search,
  }
  if (search !== '') {
    const items = isWhole
      ? known.filter(({ name }) => includes(named(name), search))
      : (found.currentData?.items ?? []).filter(({ gptSystemId }) => gptSystemId !== except)
    return { ...facts, groups: [{ key: 'found' as const, items }] }
  }
  // The page hasn't loaded all of very many agents, so it doesn't know each recent one otherwise.
  const recent = (recents.data ?? []).filter(
    ({ gptSystemId }) =>
      gptSystemId !== except && (!isWhole || known.some((one) => one.gptSystemId === gptSystemId)),
  )
  const others = known
    .filter(({ gptSystemId }) => !recent.some((one) => one.gptSystemId === gptSystemId))
    .sort(byName)
  return {
    ...facts,
    groups: [
      { key: 'recent' as const, items: recent },
      { key: 'others' as const, items: others },
    ],
  }
}

const includes = (name: string, search: string) =>
  name.toLocaleLowerCase().includes(search.toLocaleLowerCase())
const byName = (a: GptSystemCard, b: GptSystemCard) => a.name.localeCompare(b.name)
