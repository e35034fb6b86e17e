import { Bot } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { errorText } from '../../../ui/errorText.ts'
import { loadLater, useLoadAhead } from '../../../ui/loadLater.tsx'
import { toast } from '../../../ui/toast.tsx'
import { conversationsApi } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { focusComposer } from '../data/focusComposer.ts'

const AgentPicker = loadLater(
  async () => (await import('../../composer/otherAgents/AgentPicker.tsx')).AgentPicker,
  { over: true },
)

interface Props {
  conversationId: string
  /** The agent that can't be asked any more. */
  own: string
  /** There are other agents that the user can ask. */
  hasOthers: boolean
}

/** Shown above the composer of a conversation whose agent can't be asked: another agent can go on with it. */
export function AgentGoneNote({ conversationId, own, hasOthers }: Props) {
  const t = conversationTexts.useText()
  const [goOn, { isLoading }] = conversationsApi.useContinueWithAgentMutation()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useLoadAhead(AgentPicker)

  async function choose(gptSystemId: string) {
    setOpen(false)
    const { error } = await goOn({ conversationId, gptSystemId })
    if (error) toast.error(errorText(error))
    else focusComposer()
  }

  return (
    <div className="strip w gone-note" role="status">
      <Bot size={16} />
      <p className="grow">{t(hasOthers ? 'agentGone' : 'agentGoneAlone')}</p>
      {hasOthers && (
        <button
          ref={button}
          type="button"
          className="btn out sm"
          aria-haspopup="dialog"
          aria-expanded={open}
          disabled={isLoading}
          onClick={() => setOpen(true)}
        >
          {t('continueWith')}
        </button>
      )}
      <Suspense>
        {open && (
          <AgentPicker
            anchor={button.current}
            except={own}
            choose={({ gptSystemId }) => void choose(gptSystemId)}
            close={() => setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
