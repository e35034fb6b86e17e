import { limits } from '@parlance/contract/limits'
import { useContext, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { formatNumber } from '../../../lang/format.ts'
import { withValues } from '../../../ui/addressParams.ts'
import { useAgentName } from '../../../ui/agentName.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Blank } from '../cards/Blank.tsx'
import type { UnansweredQuestion } from '../data/unansweredApi.ts'
import { useUnanswered } from '../data/useUnanswered.ts'
import { isHidden } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { FilterContext } from '../filterContext.ts'
import { analyticsTexts } from '../lang/en.ts'

/** As many fit into the card. */
const MOST_QUESTIONS = 6

/** The most frequent questions without an answer, with a link to all. */
export function UnansweredCard() {
  const t = analyticsTexts.useText()
  const heading = useId()
  const { search } = useLocation()
  const { list, error, isLoading, retry } = useUnanswered({ ...useContext(FilterContext), state: 'Open' })
  const all = withValues(new URLSearchParams(search), { tab: 'unanswered' })
  return (
    <section className="card report-card" aria-labelledby={heading} aria-busy={isLoading}>
      <div className="row report-head">
        <h2 className="h4 grow" id={heading}>
          {t('report.UnansweredQuestions')}
        </h2>
        {list && !list.withheld && (
          <Link className="small" to={{ search: String(all) }}>
            {list.total > 0 ? t('viewAll', { number: formatNumber(list.total) }) : t('viewList')}
          </Link>
        )}
      </div>
      {list ? (
        <>
          <p className="small m2 report-summary">
            {list.total > 0
              ? t('questionsListed', { count: list.total })
              : t(list.withheld ? 'unansweredWithheld' : 'noUnansweredShort')}
          </p>
          <div className="report-body">
            <Questions items={list.items} />
          </div>
        </>
      ) : error === undefined ? (
        <Blank />
      ) : (
        <div className="report-body">
          <LoadError error={error} retry={retry} />
        </div>
      )}
      {list?.total === 0 && !list.withheld && (
        <p className="small m3 report-notes">{t('unansweredNote', { people: limits.fewestAskers })}</p>
      )}
    </section>
  )
}

function Questions({ items }: { items: readonly UnansweredQuestion[] }) {
  const nameOf = useAgentName()
  return (
    <ol className="unanswered-card">
      {items.slice(0, MOST_QUESTIONS).map(({ unansweredQuestionId, question, agentName, questions }) => (
        <li key={unansweredQuestionId} className="row">
          <span className="trunc grow" dir="auto" title={question}>
            {question}
          </span>
          <bdi className="trunc s13 m2 unanswered-agent">{nameOf(agentName)}</bdi>
          <span className="num unanswered-count" data-hidden={isHidden(questions) || undefined}>
            {isHidden(questions)
              ? figureText(questions, 'Questions')
              : analyticsTexts.text('times', { number: figureText(questions, 'Questions') })}
          </span>
        </li>
      ))}
    </ol>
  )
}
