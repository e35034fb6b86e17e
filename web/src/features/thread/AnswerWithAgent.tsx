import { ChevronDown } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { loadLater } from '../../ui/loadLater.tsx'
import { conversationsApi } from '../chatModel/api.ts'
import type { ShownSegment } from '../chatModel/branch.ts'
import { useChatFamily } from '../chatModel/chatFamily.ts'
import { otherAgentsTexts } from '../composer/otherAgents/lang/en.ts'
import type { TurnChat } from './useThread.ts'

const AgentPicker = loadLater(
  async () => (await import('../composer/otherAgents/AgentPicker.tsx')).AgentPicker,
  { over: true },
)

/** Next to “Regenerate”: asks another agent the same question. */
export function AnswerWithAgent(props: { segment: ShownSegment; page: TurnChat; disabled: boolean }) {
  const { segment, page, disabled } = props
  const t = otherAgentsTexts.useText()
  const { hasOtherAgents } = useChatFamily()
  const { data: agents } = conversationsApi.endpoints.listAvailableGptSystems.useQueryState()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const answeredBy = segment.gptSystem?.gptSystemId ?? null
  if (!hasOtherAgents || !agents?.some(({ gptSystemId }) => gptSystemId !== answeredBy)) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ib answer-with"
        aria-label={t('answerWith')}
        title={t('answerWith')}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <ChevronDown size={14} />
      </button>
      <Suspense>
        {open && (
          <AgentPicker
            anchor={button.current}
            except={answeredBy}
            choose={(agent) => {
              setOpen(false)
              page.asking.again(segment, agent)
            }}
            close={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
