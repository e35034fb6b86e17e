import { StepForward } from 'lucide-react'
import type { ShownSegment } from '../chatModel/branch.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { askNext } from './askNext.ts'
import type { ShownChat } from './useThread.ts'

/**
 * Continues an interrupted answer of the conversation's own agent. Only language models can continue; the
 * built-in engine just quotes.
 */
export function ContinueButton({ segment, page }: { segment: ShownSegment; page: ShownChat }) {
  const t = conversationTexts.useText()
  if (!page.writes || segment.conversationSegmentId === null || segment.answer === '') return null
  const ownAgent = page.conversation?.gptSystem.gptSystemId ?? page.agent.current?.gptSystemId
  if (segment.gptSystem && segment.gptSystem.gptSystemId !== ownAgent) return null
  return (
    <button type="button" className="btn out sm" onClick={() => askNext(page, t('continueQuestion'))}>
      <StepForward size={14} className="flip" />
      {t('continue')}
    </button>
  )
}
