import { AnswerTimes } from './AnswerTimes.tsx'
import { ErrorsCard } from './ErrorsCard.tsx'
import { FeedbackCard } from './FeedbackCard.tsx'

/** How fast and how good answers are. */
export const QualityTab = () => (
  <div className="reports">
    <AnswerTimes measured="FirstToken" />
    <AnswerTimes measured="Answer" />
    <FeedbackCard />
    <ErrorsCard />
  </div>
)
