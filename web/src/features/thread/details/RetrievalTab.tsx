import { ChevronDown } from 'lucide-react'
import { formatList, formatNumber } from '../../../lang/format.ts'
import type { ExecutionDetails } from '../../chatModel/api.ts'
import { passageName } from './figures.ts'
import { executionDetailsTexts } from './lang/en.ts'
import { formatScore } from './StepsTab.tsx'

/** The search query, the part of the conversation it used, and the passages found. */
export function RetrievalTab({ details }: { details: ExecutionDetails }) {
  const t = executionDetailsTexts.useText()
  const { questionAsAsked, questionAsSearched, passages } = details
  return (
    <>
      <section>
        <h3 className="h4">{t('asked')}</h3>
        <p dir="auto" className="details-quote">
          {questionAsAsked}
        </p>
      </section>
      <section>
        <h3 className="h4">{t('searched')}</h3>
        {questionAsSearched === null ? (
          <p className="m2">{t('notSearched')}</p>
        ) : questionAsSearched === questionAsAsked ? (
          <p className="m2">{t('searchedSame')}</p>
        ) : (
          <p dir="auto" className="details-quote">
            {questionAsSearched}
          </p>
        )}
      </section>
      <section>
        <h3 className="h4">{t('history')}</h3>
        <p className="m2">{useHistory(details)}</p>
      </section>
      {details.customInstructions !== null && (
        <section>
          <h3 className="h4">{t('customInstructions')}</h3>
          <p className="m2">{t(`customInstructions${details.customInstructions}`)}</p>
        </section>
      )}
      {questionAsSearched !== null && (
        <section>
          <h3 className="h4">{t('passages')}</h3>
          {passages.length === 0 ? <p className="m2">{t('noPassages')}</p> : <Passages passages={passages} />}
        </section>
      )}
    </>
  )
}

function useHistory({ history: { turns, summarised, leftOut } }: ExecutionDetails): string {
  const t = executionDetailsTexts.useText()
  const parts = [
    turns > 0 && t('turns', { count: turns }),
    summarised > 0 && t('summarised', { count: formatNumber(summarised) }),
    leftOut > 0 && t('leftOut', { count: formatNumber(leftOut) }),
  ].filter((part) => part !== false)
  return parts.length > 0 ? formatList(parts) : t('noHistory')
}

function Passages({ passages }: Pick<ExecutionDetails, 'passages'>) {
  const t = executionDetailsTexts.useText()
  return (
    <ol className="card details-found">
      {passages.map((passage) => (
        <li key={passage.passageId}>
          <details>
            <summary>
              <span className="num m3">{passage.number}</span>
              <bdi className="grow trunc">{passageName(passage)}</bdi>
              {passage.cited && <span className="chip ok">{t('cited')}</span>}
              <span className="num m2">
                <span className="hidden">{t('score', { score: '' })}</span>
                {formatScore(passage.score)}
              </span>
              <ChevronDown size={14} className="chevron m3" />
            </summary>
            {passage.heading && (
              <p className="small m3" dir="auto">
                {passage.heading}
              </p>
            )}
            <p className="details-passage" dir="auto">
              {passage.text}
            </p>
          </details>
        </li>
      ))}
    </ol>
  )
}
