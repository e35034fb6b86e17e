import type { Step } from '@parlance/contract/events'
import { ShieldQuestionMark } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { conversationsApi } from '../../chatModel/api.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { approvalTexts } from './lang/en.ts'
import './approvals.css'

interface Props {
  conversationId: string
  conversationSegmentId: string
  toolCallId: string
  asks: NonNullable<Step['asks']>
}

/** Shows what an answer wants to send to someone else, and waits for the decision of the person who asked. */
export function ToolApproval({ conversationId, conversationSegmentId, toolCallId, asks }: Props) {
  const t = approvalTexts.useText()
  const title = useId()
  const within = useWithin()
  const [decide] = conversationsApi.endpoints.decideToolCall.useMutation()
  const [isDecided, setDecided] = useState(false)
  const send = async (approved: boolean, remember: 'Once' | 'Conversation' = 'Once') => {
    if (isDecided) return
    setDecided(true)
    const ids = { conversationId, conversationSegmentId, toolCallId }
    const { error } = await decide({ ...within, ...ids, approved, remember })
    if (!error) return
    setDecided(false)
    toast.error(errorText(error))
  }
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
