import { Lock, MessageCircleQuestion, Plus } from 'lucide-react'
import { formatMoment } from '../../../lang/format.ts'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { feedbackTexts } from '../../thread/feedback/lang/en.ts'
import { type Candidate, type CandidateOrigin, testsApi } from '../data/api.ts'
import { FormDialog } from '../FormDialog.tsx'
import { testsTexts } from '../lang/en.ts'

interface Props {
  performanceTestId: string
  origin: CandidateOrigin
  choose: (origin: CandidateOrigin) => void
  /** Opens the form for a case made from a question. */
  create: (candidate: Candidate) => void
  close: () => void
}

const origins = ['Feedback', 'Unanswered'] as const

/** Real questions that a case can be made from, without personal data. */
export function CandidatesDialog({ performanceTestId, origin, choose, create, close }: Props) {
  const t = testsTexts.useText()
  const { currentData, error, refetch } = testsApi.useListCandidatesQuery(
    { performanceTestId, origin },
    { refetchOnMountOrArgChange: true },
  )
  return (
    <FormDialog
      title={t('candidatesTitle')}
      text={t('candidatesText')}
      width="md"
      dirty={false}
      busy={false}
      error={undefined}
      submit={() => undefined}
      close={close}
    >
      <ChoiceField
        field="origin"
        label={t('candidatesFrom')}
        quiet
        value={origin}
        options={origins.map((key) => ({ key, label: t(`candidates.${key}`) }))}
        change={choose}
      />
      {!currentData ? (
        error ? (
          <LoadError error={error} retry={refetch} />
        ) : (
          <ListSkeleton columns={1} />
        )
      ) : currentData.withheld ? (
        <EmptyList Icon={Lock} text={t('candidatesWithheld')} />
      ) : currentData.items.length === 0 ? (
        <EmptyList Icon={MessageCircleQuestion} text={t(`candidatesNone.${origin}`)} />
      ) : (
        <ul className="candidates" aria-label={t(`candidates.${origin}`)}>
          {currentData.items.map((one) => (
            <li key={one.candidateId} className="card candidate">
              <CandidateItem candidate={one} create={() => create(one)} />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}

function CandidateItem({ candidate, create }: { candidate: Candidate; create: () => void }) {
  const t = testsTexts.useText()
  const { question, origin, at } = candidate
  return (
    <>
      <div className="row candidate-head">
        <p className="grow wrap h4" dir="auto">
          {question}
        </p>
        <button type="button" className="btn soft sm" onClick={create}>
          <Plus size={14} />
          {t('createCase')}
        </button>
      </div>
      <RatedAnswer candidate={candidate} />
      <p className="small m3">
        {t(origin === 'Feedback' ? 'ratedAt' : 'askedAt', { date: formatMoment(at) })}
      </p>
    </>
  )
}

type Answered = Pick<Candidate, 'answer' | 'reason' | 'comment'>

/** What the agent answered, and what the person who rated it says about that. */
export function RatedAnswer({ candidate, whole = false }: { candidate: Answered; whole?: boolean }) {
  const { answer, reason, comment } = candidate
  const t = testsTexts.useText()
  const ofFeedback = feedbackTexts.useText()
  return (
    <>
      {answer !== '' && (
        <blockquote
          className={`case-quote s13 m2 ${whole ? 'candidate-answer' : 'candidate-start'}`}
          dir="auto"
          aria-label={t('answer')}
          // A long answer scrolls, also with the keyboard.
          tabIndex={whole ? 0 : undefined}
        >
          {answer}
        </blockquote>
      )}
      {(reason !== null || comment !== '') && (
        <p className="s13 wrap">
          {reason !== null && <span className="chip w">{ofFeedback(reason)}</span>}{' '}
          {comment !== '' && <bdi>{comment}</bdi>}
        </p>
      )}
    </>
  )
}
