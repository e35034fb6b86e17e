import { Pin, PinOff } from 'lucide-react'
import { useAgentName } from '../../ui/agentName.ts'
import type { AgentCard } from './data/pendingPins.ts'
import { agentDiscoveryTexts } from './lang/en.ts'
import './pins.css'

interface Props {
  agent: AgentCard
  pinned: boolean
  toggle: (button: HTMLElement) => void
  small?: boolean
}

/** Pins or unpins an agent. */
export function PinButton({ agent, pinned, toggle, small = false }: Props) {
  const t = agentDiscoveryTexts.useText()
  const named = useAgentName()
  const text = t(pinned ? 'unpin' : 'pin', { name: named(agent.name) })
  const Icon = pinned && small ? PinOff : Pin
  return (
    <button
      type="button"
      className={`ib pin-button${small ? ' sm' : ''}${pinned && !small ? ' on' : ''}`}
      aria-label={text}
      title={text}
      onClick={(event) => toggle(event.currentTarget)}
    >
      <Icon size={16} />
    </button>
  )
}
