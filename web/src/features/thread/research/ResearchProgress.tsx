import { Check, Circle, LoaderCircle, X } from 'lucide-react'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { isResearchStep, RESEARCH_BUDGET } from './isResearch.ts'
import { answerResearchTexts } from './lang/en.ts'
import './research.css'

const icons = { Running: LoaderCircle, Done: Check, Failed: X, AwaitingApproval: Circle, Refused: X }

/** What a research without a report does or did, and what it has used of its budget. */
export default function ResearchProgress({ segment }: { segment: ShownSegment }) {
  const t = answerResearchTexts.useText()
  const steps = segment.steps.filter(isResearchStep)
  const isLive = segment.status === 'Pending'
  const budget = steps.find(({ id }) => id === RESEARCH_BUDGET)
  return (
    <section className="research-progress" aria-label={t('progress')}>
      <ol>
        {steps
          .filter((step) => step !== budget)
          .map(({ id, title, state }) => {
            const isRunning = state === 'Running' && isLive
            const Icon = isRunning || state !== 'Running' ? icons[state] : Circle
            return (
              <li key={id} data-state={state} aria-current={isRunning ? 'step' : undefined}>
                <Icon size={14} className={isRunning ? 'spin' : undefined} />
                <span dir="auto">{title}</span>
              </li>
            )
          })}
      </ol>
      {budget && (
        <p className="small m2 num">
          <span dir="auto">{budget.title}</span>
        </p>
      )}
    </section>
  )
}
