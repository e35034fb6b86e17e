import { X } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { loadLater, useLoadAhead } from '../../../ui/loadLater.tsx'
import { AgentAvatar } from '../../agentAvatars/AgentAvatar.tsx'
import { conversationsApi } from '../../chatModel/api.ts'
import { mentionBegun, type NamedAgent, withoutMention } from '../../chatModel/otherAgent.ts'
import { otherAgentsTexts } from './lang/en.ts'
import './otherAgents.css'

const AgentPicker = loadLater(async () => (await import('./AgentPicker.tsx')).AgentPicker, { over: true })

/** The agent mentioned in the message with `@`, and the actions on it. */
export interface Mention {
  /** The agent that answers only this question. */
  asked: NamedAgent | null
  /** The agent that answers otherwise. */
  own: string | null
  /** The text is the message without the mention. */
  choose: (agent: NamedAgent, text: string, setText: (text: string) => void) => void
  drop: () => void
}

interface Props {
  mention: Mention
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** An `@` at the start of a word lists the user's agents. The selected one appears above the message. */
export function AgentMention({ mention, text, setText, field }: Props) {
  const { asked, own, choose, drop } = mention
  const [at, setAt] = useState<number | null>(null)
  const before = useRef(text)
  useLoadAhead(AgentPicker)
  useEffect(() => {
    const begun = mentionBegun(before.current, text, field.current?.selectionStart ?? 0)
    before.current = text
    if (begun >= 0 && document.activeElement === field.current) setAt(begun)
  }, [text, field])
  /** Closes the list and returns to the message. */
  const goOn = (next: string, caret: number) => {
    setAt(null)
    before.current = next
    if (next !== text) setText(next)
    // Runs after the list closes, because closing restores the previous focus.
    requestAnimationFrame(() => {
      field.current?.focus({ preventScroll: true })
      field.current?.setSelectionRange(caret, caret)
    })
  }
  return (
    <>
      {asked && <AskedAgent agent={asked} drop={drop} focusText={() => field.current?.focus()} />}
      <Suspense>
        {at !== null && (
          <AgentPicker
            anchor={field.current}
            // If another agent is selected, the chat's own agent is listed, so the user can switch back.
            except={asked?.gptSystemId ?? own}
            begun={/^@(\S*)/.exec(text.slice(at))?.[1] ?? ''}
            choose={(agent) => {
              const left = withoutMention(text, at)
              goOn(left, at)
              if (agent.gptSystemId === own) drop()
              else choose(agent, left, setText)
            }}
            close={(typed) => {
              const rest = text.slice(at).replace(/^@\S*/, '')
              goOn(`${text.slice(0, at)}@${typed}${rest}`, at + 1 + typed.length)
            }}
            erase={() => goOn(text.slice(0, at) + text.slice(at).replace(/^@\S*/, ''), at)}
          />
        )}
      </Suspense>
    </>
  )
}

function AskedAgent(props: { agent: NamedAgent; drop: () => void; focusText: () => void }) {
  const { agent, drop, focusText } = props
  const t = otherAgentsTexts.useText()
  const { data } = conversationsApi.endpoints.listAvailableGptSystems.useQueryState()
  const card = data?.find(({ gptSystemId }) => gptSystemId === agent.gptSystemId)
  return (
    <p className="asked-agent" role="status">
      <span className="hidden">{t('asksAgent', { agent: agent.name })}</span>
      <span className="m2" aria-hidden="true">
        {t('asks')}
      </span>
      <AgentAvatar id={agent.gptSystemId} fileName={card?.avatarFileName ?? null} size={20} />
      <bdi className="trunc" aria-hidden="true">
        {agent.name}
      </bdi>
      <button
        type="button"
        className="ib sm"
        aria-label={t('askOwn', { agent: agent.name })}
        onClick={() => {
          drop()
          focusText()
        }}
      >
        <X size={14} />
      </button>
    </p>
  )
}
