import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Check, ChevronDown, ListTree, SquarePen } from 'lucide-react'
import { useRef, useState } from 'react'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { useLarge } from '../../ui/useMediaQuery.ts'
import { AgentAvatar } from './AgentAvatar.tsx'
import type { GptSystemCard } from './api.ts'
import { conversationTexts } from './conversationTexts.ts'
import { useExecutionDetailsShown } from './executionDetails/openDetails.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { withControl } from './keyList.ts'
import { useNewChat } from './useNewChat.ts'

interface Props {
  agent: { gptSystemId: string; name: string } | null
  agents: GptSystemCard[]
  onChoose: (gptSystemId: string) => void
  /** Opens and closes the execution details; none before the first question. */
  onDetails: (() => void) | null
}

/** Who answers, and a menu of the others. Another agent begins another conversation. */
export function AgentHeader({ agent, agents, onChoose, onDetails }: Props) {
  const t = conversationTexts.useText()
  const large = useLarge()
  const newChat = useNewChat()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const others = agents.some(({ gptSystemId }) => gptSystemId !== agent?.gptSystemId)
  const name = agent ? agent.name || t('unnamedAgent') : t('chooseAgent')
  const label = (
    <>
      {agent && <AgentAvatar id={agent.gptSystemId} size={28} />}
      <bdi className="trunc agent-name">{name}</bdi>
    </>
  )
  return (
    <header className="bar chat-bar">
      <OpenSidebarButton />
      {others ? (
        <button
          ref={button}
          type="button"
          className="btn ghost agent-button"
          aria-haspopup="menu"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          {label}
          <ChevronDown size={16} className="m3" />
        </button>
      ) : (
        <span className="agent-button row">{label}</span>
      )}
      <Menu anchorEl={button.current} open={open} onClose={() => setOpen(false)} aria-label={t('agents')}>
        {agents.map(({ gptSystemId, name: other }) => (
          <MenuItem
            key={gptSystemId}
            selected={gptSystemId === agent?.gptSystemId}
            onClick={() => {
              setOpen(false)
              onChoose(gptSystemId)
            }}
          >
            <AgentAvatar id={gptSystemId} size={24} />
            <bdi className="grow trunc">{other || t('unnamedAgent')}</bdi>
            {gptSystemId === agent?.gptSystemId && <Check size={16} />}
          </MenuItem>
        ))}
      </Menu>
      <span className="grow" />
      {!large && (
        <button type="button" className="ib" aria-label={t('newChat')} onClick={newChat}>
          <SquarePen size={20} />
        </button>
      )}
      {onDetails && <DetailsButton toggle={onDetails} />}
      <HeaderMenu onDetails={onDetails} />
    </header>
  )
}

function DetailsButton({ toggle }: { toggle: () => void }) {
  const t = conversationTexts.useText()
  const shown = useExecutionDetailsShown()
  return (
    <button
      type="button"
      className={`ib details-button${shown ? ' on' : ''}`}
      aria-label={t('executionDetails')}
      aria-pressed={shown}
      aria-keyshortcuts="Control+. Meta+."
      title={`${t('executionDetails')} (${withControl('.')})`}
      onClick={toggle}
    >
      <ListTree size={18} className="flip" />
    </button>
  )
}
