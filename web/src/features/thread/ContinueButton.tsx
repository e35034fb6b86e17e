import { StepForward } from 'lucide-react'
import type { ShownSegment } from '../chatModel/branch.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import type { TurnChat } from './useThread.ts'

/**
 * Continues an interrupted answer of the conversation's own agent. Only language models can continue; the
 * built-in engine just quotes.
 */
export function ContinueButton({ segment, page }: { segment: ShownSegment; page: TurnChat }) {
  const t = conversationTexts.useText()
  if (!page.available || !page.writes || segment.conversationSegmentId === null || segment.answer === '')
    return null
  if (segment.gptSystem && segment.gptSystem.gptSystemId !== page.own.gptSystemId) return null
  return (
    <button type="button" className="btn out sm" onClick={() => page.asking.next(t('continueQuestion'))}>
      <StepForward size={14} className="flip" />
      {t('continue')}
    </button>
  )
}
