import { limits } from '@parlance/contract/limits'
import { MessageCircleQuestion } from 'lucide-react'
import { useContext, useId, useState } from 'react'
import { useAddressParams, withValues } from '../../../ui/addressParams.ts'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { useKeepFocus } from '../../../ui/keepFocus.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { useActions } from '../../currentUser/data/useActions.ts'
import { Blank } from '../cards/Blank.tsx'
import type { UnansweredList, UnansweredQuestion, UnansweredState } from '../data/unansweredApi.ts'
import { useUnanswered } from '../data/useUnanswered.ts'
import { FilterContext } from '../filterContext.ts'
import { analyticsTexts } from '../lang/en.ts'
import { QuestionRow } from './QuestionRow.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { useChanges } from './useChanges.ts'

const states = ['Open', 'Requested', 'Dismissed'] as const satisfies readonly UnansweredState[]

/** The questions that several people asked without getting an answer, by state. */
export function UnansweredTab() {
  const t = analyticsTexts.useText()
  const heading = useId()
  const [state, choose] = useShownState()
  const { list, error, isLoading, retry } = useUnanswered({ ...useContext(FilterContext), state })
  return (
    <section className="card report-card" aria-labelledby={heading} aria-busy={isLoading} data-flat>
      <div className="row report-head">
        <h2 className="h4 grow" id={heading}>
          {t('report.UnansweredQuestions')}
        </h2>
        <ChoiceField
          field="state"
          label={t('column.state')}
          quiet
          value={state}
          options={states.map((key) => ({ key, label: t(`questionState.${key}`) }))}
          change={choose}
        />
      </div>
      {list ? (
        <Questions list={list} state={state} />
      ) : error === undefined ? (
        <Blank />
      ) : (
        <div className="report-body">
          <LoadError error={error} retry={retry} />
        </div>
      )}
      {!list?.withheld && (
        <p className="small m3 report-notes">{t('unansweredNote', { people: limits.fewestAskers })}</p>
      )}
    </section>
  )
}

/** The state is in the URL, like everything else that the dashboard shows. */
function useShownState(): [UnansweredState, (state: UnansweredState) => void] {
  const [params, change] = useAddressParams()
  const state = states.find((one) => one === params.get('state')) ?? 'Open'
  return [
    state,
    (next) => change((now) => withValues(now, { state: next === 'Open' ? undefined : next }), false),
  ]
}

function Questions({
  list: { items, total, withheld },
  state,
}: {
  list: UnansweredList
  state: UnansweredState
}) {
  const t = analyticsTexts.useText()
  const { held } = useActions()
  const { dismiss, reopen } = useChanges()
  const keepFocus = useKeepFocus()
  const [requested, setRequested] = useState<UnansweredQuestion | null>(null)
  const mayChange = held.has('AnalyticsCreate') || held.has('AnalyticsWrite')
  const actions = {
    request: setRequested,
    dismiss: (question: UnansweredQuestion) => void dismiss(question),
    reopen: (question: UnansweredQuestion) => void reopen(question),
  }
  return (
    <>
      {items.length === 0 ? (
        <EmptyList
          Icon={MessageCircleQuestion}
          text={t(withheld ? 'unansweredWithheld' : `noUnanswered.${state}`)}
        />
      ) : (
        <>
          <p className="small m2 report-summary">
            {total > items.length
              ? t('mostFrequent', { shown: items.length, total })
              : t('questionsListed', { count: total })}
          </p>
          <ul className="unanswered-list" onFocus={keepFocus}>
            {items.map((question) => (
              <QuestionRow
                key={question.unansweredQuestionId}
                question={question}
                actions={mayChange ? actions : undefined}
              />
            ))}
          </ul>
        </>
      )}
      {requested && <RequestDialog question={requested} close={() => setRequested(null)} />}
    </>
  )
}
