import { FileText, StepForward } from 'lucide-react'
import type { ShownSegment } from '../../chatModel/branch.ts'
import type { TurnChat } from '../useThread.ts'
import { answerResearchTexts } from './lang/en.ts'
import './research.css'

/** Goes on with a research that ended early, or has its report written from what was found. */
export default function ResearchActions({ segment, page }: { segment: ShownSegment; page: TurnChat }) {
  const t = answerResearchTexts.useText()
  const { conversationSegmentId: continues } = segment
  if (!page.available || !page.writes || continues === null) return null
  return (
    <span className="row research-actions">
      <button
        type="button"
        className="btn out sm"
        onClick={() => page.asking.continueResearch(segment, { continues })}
      >
        <StepForward size={14} className="flip" />
        {t('continueResearch')}
      </button>
      <button
        type="button"
        className="btn out sm"
        onClick={() => page.asking.continueResearch(segment, { continues, writesNow: true })}
      >
        <FileText size={14} />
        {t('writeReport')}
      </button>
    </span>
  )
}
