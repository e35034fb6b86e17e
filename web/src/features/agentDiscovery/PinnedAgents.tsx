import { ArrowUp, Pin } from 'lucide-react'
import { useState } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { moved, useReorder } from '../../ui/useReorder.ts'
import { AgentLink } from './AgentLink.tsx'
import { AgentRows } from './AgentRows.tsx'
import { agentDiscoveryApi } from './data/api.ts'
import type { AgentCard } from './data/pendingPins.ts'
import { focusBeside } from './focusBeside.ts'
import { agentDiscoveryTexts } from './lang/en.ts'
import { PinButton } from './PinButton.tsx'
import { usePins } from './usePins.ts'

/**
 * The user's pinned agents in their own order. They move by button, by dragging, or with Alt and an arrow key.
 */
export function PinnedAgents() {
  const t = agentDiscoveryTexts.useText()
  const named = useAgentName()
  const { data, error, refetch } = agentDiscoveryApi.useListPinnedAgentsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const { unpin, order } = usePins()
  const [said, say] = useState('')
  const agents = data ?? []
  const ids = agents.map(({ gptSystemId }) => gptSystemId)
  const { moveTo, drag, keys, item } = useReorder(ids, (from, to) => {
    void order(moved(ids, from, to))
    say(t('moved', { name: named(agents[from]!.name), place: to + 1, all: agents.length }))
  })

  function take(agent: AgentCard, button: HTMLElement) {
    focusBeside(button)
    void unpin(agent)
    say(t('unpinDone', { name: named(agent.name) }))
  }

  return (
    <>
      <p className="hidden" role="status">
        {said}
      </p>
      <AgentRows
        label={t('pinned')}
        count={data?.length}
        error={error}
        retry={refetch}
        empty={
          <>
            <span className="mark">
              <Pin size={18} />
            </span>
            <p>{t('noPinned')}</p>
          </>
        }
      >
        {agents.map((agent, at) => (
          <li
            key={agent.gptSystemId}
            className="agent-row"
            {...drag(agent.gptSystemId, named(agent.name))}
            {...item(agent.gptSystemId, at)}
            onKeyDown={keys(at)}
          >
            <AgentLink agent={agent} keyShortcuts="Alt+ArrowUp Alt+ArrowDown" />
            {at > 0 && <MoveUpButton agent={agent} move={() => moveTo(at, at - 1)} />}
            <PinButton agent={agent} pinned toggle={(button) => take(agent, button)} small />
          </li>
        ))}
      </AgentRows>
    </>
  )
}

/** A way to reorder for users who can't drag and have no Alt key. */
function MoveUpButton({ agent, move }: { agent: AgentCard; move: () => void }) {
  const t = agentDiscoveryTexts.useText()
  const named = useAgentName()
  const text = t('moveUp', { name: named(agent.name) })
  return (
    <button type="button" className="ib sm pin-button pin-up" aria-label={text} title={text} onClick={move}>
      <ArrowUp size={16} />
    </button>
  )
}
