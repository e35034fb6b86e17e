import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useAgentName } from '../../ui/agentName.ts'
import { closeSidebar } from '../../ui/sidebar.ts'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import { chatAddress } from '../chat/data/chatAddress.ts'
import type { AgentCard } from './data/pendingPins.ts'

interface Props {
  agent: AgentCard
  children?: ReactNode
  keyShortcuts?: string
}

/** A sidebar row that starts a chat with an agent. */
export function AgentLink({ agent: { gptSystemId, name, avatarFileName }, children, keyShortcuts }: Props) {
  const named = useAgentName()
  const { pathname } = useLocation()
  const address = chatAddress(gptSystemId, null)
  return (
    <Link
      className="it"
      to={address}
      draggable={false}
      aria-current={pathname === address ? 'page' : undefined}
      aria-keyshortcuts={keyShortcuts}
      onClick={closeSidebar}
    >
      <AgentAvatar id={gptSystemId} fileName={avatarFileName} />
      <bdi className="grow trunc">{named(name)}</bdi>
      {children}
    </Link>
  )
}
