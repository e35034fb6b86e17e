import { ArrowUp, Pin } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
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
  // IDs rather than positions, because the list can change before the drop.
  const [draggedId, setDragged] = useState<string | null>(null)
  const [overId, setOver] = useState<string | null>(null)
  const [said, say] = useState('')
  const agents = data ?? []
  const placeOf = (id: string | null) => agents.findIndex(({ gptSystemId }) => gptSystemId === id)
  const dragged = placeOf(draggedId)

  function move(from: number, to: number) {
    const agent = agents[from]
    if (!agent || from === to || to < 0 || to >= agents.length) return
    const ids = agents.map(({ gptSystemId }) => gptSystemId)
    void order(ids.toSpliced(from, 1).toSpliced(to, 0, agent.gptSystemId))
    say(t('moved', { name: named(agent.name), place: to + 1, all: agents.length }))
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>, at: number) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || !event.altKey) return
    event.preventDefault()
    move(at, at + step)
  }
  function onDrop(event: DragEvent<HTMLElement>, at: number) {
    event.preventDefault()
    if (dragged >= 0) move(dragged, at)
    end()
  }
  function take(agent: AgentCard, button: HTMLElement) {
    focusBeside(button)
    void unpin(agent)
    say(t('unpinDone', { name: named(agent.name) }))
  }
  function end() {
    setDragged(null)
    setOver(null)
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
            draggable
            data-dragged={agent.gptSystemId === draggedId || undefined}
            data-over={
              (agent.gptSystemId === overId && at !== dragged && (at < dragged ? 'before' : 'after')) ||
              undefined
            }
            onKeyDown={(event) => onKeyDown(event, at)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', named(agent.name))
              setDragged(agent.gptSystemId)
            }}
            onDragOver={(event) => {
              if (dragged < 0) return
              event.preventDefault()
              setOver(agent.gptSystemId)
            }}
            onDrop={(event) => onDrop(event, at)}
            onDragEnd={end}
          >
            <AgentLink agent={agent} keyShortcuts="Alt+ArrowUp Alt+ArrowDown" />
            {at > 0 && <MoveUpButton agent={agent} move={() => move(at, at - 1)} />}
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
