import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { closeSidebar } from '../../ui/sidebar.ts'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import { chatAddress } from '../chat/data/chatAddress.ts'
import type { AgentCard } from './data/pendingPins.ts'
import { agentDiscoveryTexts } from './lang/en.ts'

interface Props {
  agent: AgentCard
  children?: ReactNode
  keyShortcuts?: string
}

/** A sidebar row that starts a chat with an agent. */
export function AgentLink({ agent: { gptSystemId, name, avatarFileName }, children, keyShortcuts }: Props) {
  const t = agentDiscoveryTexts.useText()
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
      <bdi className="grow trunc">{name || t('unnamed')}</bdi>
      {children}
    </Link>
  )
}
