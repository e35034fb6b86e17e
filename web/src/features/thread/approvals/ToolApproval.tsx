import type { Step } from '@parlance/contract/events'
import { ShieldQuestionMark } from 'lucide-react'
import { useId } from 'react'
import { approvalTexts } from './lang/en.ts'
import { useDecision, type Waiting } from './useDecision.ts'
import './approvals.css'

/** Shows what an answer wants to send to someone else, and waits for the decision of the person who asked. */
export function ToolApproval({ asks, ...call }: Waiting & { asks: NonNullable<Step['asks']> }) {
  const t = approvalTexts.useText()
  const title = useId()
  const { isDecided, send } = useDecision(call)
  return (
    <section className="tool-approval" aria-labelledby={title}>
      <h3 className="h4" id={title}>
        <ShieldQuestionMark size={16} />
        {t('title')}
      </h3>
      <p>{t('about', { recipient: asks.recipient })}</p>
      <blockquote dir="auto">{asks.text}</blockquote>
      <div className="row">
        <button type="button" className="btn pri sm" aria-disabled={isDecided} onClick={() => send(true)}>
          {t('allow')}
        </button>
        <button
          type="button"
          className="btn soft sm"
          aria-disabled={isDecided}
          onClick={() => send(true, 'Conversation')}
        >
          {t('allowAll')}
        </button>
        <button type="button" className="btn ghost sm" aria-disabled={isDecided} onClick={() => send(false)}>
          {t('decline')}
        </button>
      </div>
    </section>
  )
}
