import { type ReactNode, useId } from 'react'
import { useAgentName } from '../../../ui/agentName.ts'
import type { UnansweredQuestion } from '../data/unansweredApi.ts'
import { fullDay } from '../days.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'

interface Props {
  question: UnansweredQuestion
  /** Undefined for people who can only read. */
  actions: RowActions | undefined
}

interface RowActions {
  request: (question: UnansweredQuestion) => void
  dismiss: (question: UnansweredQuestion) => void
  reopen: (question: UnansweredQuestion) => void
}

/** A question without an answer, and what to do about it. */
export function QuestionRow({ question, actions }: Props) {
  const t = analyticsTexts.useText()
  const nameOf = useAgentName()
  const id = useId()
  const { agentName, questions, people, lastAskedAt, state, decidedAt } = question
  return (
    <li className="unanswered-row" data-id={question.unansweredQuestionId}>
      <p className="wrap" id={id}>
        <bdi>{question.question}</bdi>
      </p>
      <dl className="small m2 unanswered-facts">
        <Fact name={t('column.agent')}>
          <bdi>{nameOf(agentName)}</bdi>
        </Fact>
        <Fact name={t('column.questions')}>{figureText(questions, 'Questions')}</Fact>
        <Fact name={t('column.people')}>{figureText(people, 'People')}</Fact>
        <Fact name={t('lastAsked')}>{fullDay(lastAskedAt)}</Fact>
        {decidedAt !== null && (
          <Fact name={t(state === 'Requested' ? 'requestedOn' : 'dismissedOn')}>{fullDay(decidedAt)}</Fact>
        )}
      </dl>
      {actions && (
        <div className="row unanswered-actions">
          {(state === 'Open' ? (['request', 'dismiss'] as const) : (['reopen'] as const)).map((action) => (
            <button
              key={action}
              type="button"
              className={action === 'dismiss' ? 'btn ghost sm' : 'btn out sm'}
              aria-describedby={id}
              onClick={() => actions[action](question)}
            >
              {t(action)}
            </button>
          ))}
        </div>
      )}
    </li>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
