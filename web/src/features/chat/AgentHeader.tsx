import { ChevronDown, ListTree, SquarePen } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { loadLater, useLoadAhead } from '../../ui/loadLater.tsx'
import { OnceOpened } from '../../ui/OnceOpened.tsx'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { useLarge } from '../../ui/useMediaQuery.ts'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import { type Conversation, type GptSystemCard, gptSystemsAtOnce } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { withControl } from '../shortcuts/keyList.ts'
import { useExecutionDetailsShown } from '../thread/details/openDetails.ts'
import { HeaderMenu } from './menu/HeaderMenu.tsx'
import { useNewChat } from './useNewChat.ts'

const AgentMenu = loadLater(async () => (await import('./AgentMenu.tsx')).AgentMenu, { over: true })
const AgentPicker = loadLater(
  async () => (await import('../composer/otherAgents/AgentPicker.tsx')).AgentPicker,
  { over: true },
)

interface Props {
  agent: { gptSystemId: string; name: string } | null
  agents: GptSystemCard[]
  /** The agent's card if it isn't among those. */
  unlisted: GptSystemCard | undefined
  /** Reloads the agents. */
  reload: () => void
  onChoose: (gptSystemId: string) => void
  /** Toggles the execution details. Null before the first question. */
  onDetails: (() => void) | null
  /** Opens the guidelines. Null if none apply. */
  onGuidelines: (() => void) | null
  /** The control for temporary chats. */
  temporary: ReactNode
  conversation: Conversation | null
  /** Whether answers of the conversation have images. */
  hasImages: boolean
}

/**
 * The current agent and a menu of the others, or a search if there are too many for a menu. Selecting another agent starts
 * a new conversation.
 */
export function AgentHeader(props: Props) {
  const {
    agent,
    agents,
    unlisted,
    reload,
    onChoose,
    onDetails,
    onGuidelines,
    temporary,
    conversation,
    hasImages,
  } = props
  const t = conversationTexts.useText()
  const named = useAgentName()
  const large = useLarge()
  const newChat = useNewChat()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useLoadAhead(AgentMenu)
  const others = agents.some(({ gptSystemId }) => gptSystemId !== agent?.gptSystemId)
  const name = agent ? named(agent.name) : t('chooseAgent')
  const isCurrent = ({ gptSystemId }: GptSystemCard) => gptSystemId === agent?.gptSystemId
  const card = agents.find(isCurrent) ?? (unlisted && isCurrent(unlisted) ? unlisted : undefined)
  const isCut = agents.length === gptSystemsAtOnce
  const madeBy = card?.madeBy
  const label = (
    <>
      {agent && <AgentAvatar id={agent.gptSystemId} fileName={card?.avatarFileName ?? null} size={28} />}
      <span className="agent-title">
        <bdi className="trunc agent-name">{name}</bdi>
        {madeBy && <span className="trunc s13 m2">{t('madeBy', { name: madeBy })}</span>}
      </span>
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
          aria-haspopup={isCut ? 'dialog' : 'menu'}
          aria-expanded={open}
          onClick={() => {
            setOpen(true)
            // Agents can have been published since.
            reload()
          }}
        >
          {label}
          <ChevronDown size={16} className="m3" />
        </button>
      ) : (
        <span className="agent-button row">{label}</span>
      )}
      {isCut && open && (
        <Suspense>
          <AgentPicker
            anchor={button.current}
            below
            except={agent?.gptSystemId ?? null}
            choose={({ gptSystemId }) => {
              setOpen(false)
              onChoose(gptSystemId)
            }}
            close={() => setOpen(false)}
          />
        </Suspense>
      )}
      <OnceOpened open={open && !isCut}>
        <AgentMenu
          anchor={button.current}
          open={open && !isCut}
          close={() => setOpen(false)}
          agents={agents}
          current={agent?.gptSystemId ?? null}
          onChoose={onChoose}
        />
      </OnceOpened>
      <span className="grow" />
      {temporary}
      {!large && (
        <button type="button" className="ib" aria-label={t('newChat')} onClick={newChat}>
          <SquarePen size={20} />
        </button>
      )}
      {onDetails && <DetailsButton toggle={onDetails} />}
      <HeaderMenu
        onDetails={onDetails}
        onGuidelines={onGuidelines}
        card={card ?? null}
        conversation={conversation}
        hasImages={hasImages}
      />
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
