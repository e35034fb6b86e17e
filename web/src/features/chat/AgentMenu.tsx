import { Check } from 'lucide-react'
import { useAgentName } from '../../ui/agentName.ts'
import { Menu, MenuItem } from '../../ui/mui/Menu.tsx'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import type { GptSystemCard } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  agents: GptSystemCard[]
  /** The current agent. */
  current: string | null
  onChoose: (gptSystemId: string) => void
}

export function AgentMenu({ anchor, open, close, agents, current, onChoose }: Props) {
  const t = conversationTexts.useText()
  const named = useAgentName()
  return (
    <Menu anchorEl={anchor} open={open} onClose={close} aria-label={t('agents')}>
      {agents.map(({ gptSystemId, name, avatarFileName }) => (
        <MenuItem
          key={gptSystemId}
          selected={gptSystemId === current}
          onClick={() => {
            close()
            onChoose(gptSystemId)
          }}
        >
          <AgentAvatar id={gptSystemId} fileName={avatarFileName} />
          <bdi className="grow trunc">{named(name)}</bdi>
          {gptSystemId === current && <Check size={16} />}
        </MenuItem>
      ))}
    </Menu>
  )
}
