import { Check, Circle, LoaderCircle, X } from 'lucide-react'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { isResearchStep } from './isResearch.ts'
import './research.css'

const icons = { Running: LoaderCircle, Done: Check, Failed: X, AwaitingApproval: Circle, Refused: X }

/** What a running research does, and what it has used of its budget. */
export default function ResearchProgress({ segment }: { segment: ShownSegment }) {
  const t = conversationTexts.useText()
  const steps = segment.steps.filter(isResearchStep)
  const budget = steps.find(({ id }) => id === 'research-budget')
  return (
    <section className="research-progress" aria-label={t('researchProgress')}>
      <ol>
        {steps
          .filter((step) => step !== budget)
          .map(({ id, title, state }) => {
            const Icon = icons[state]
            return (
              <li key={id} data-state={state} aria-current={state === 'Running' ? 'step' : undefined}>
                <Icon size={14} className={state === 'Running' ? 'spin' : undefined} />
                <span dir="auto">{title}</span>
              </li>
            )
          })}
      </ol>
      {budget && (
        <p className="small m2 num" dir="auto">
          {budget.title}
        </p>
      )}
    </section>
  )
}
