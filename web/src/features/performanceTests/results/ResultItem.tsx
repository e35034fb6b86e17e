import { ChevronDown, CircleAlert, Pencil } from 'lucide-react'
import { useId } from 'react'
import { formatCost, formatNumber } from '../../../lang/format.ts'
import { AnswerText } from '../../transcripts/AnswerText.tsx'
import type { CaseResult } from '../data/api.ts'
import { JudgeRating } from '../judge/JudgeRating.tsx'
import { testsTexts } from '../lang/en.ts'
import { storedErrorText } from '../runs/runText.ts'
import { percentText } from '../scoreText.ts'
import { Checks } from './Checks.tsx'
import { OutcomeMark } from './OutcomeMark.tsx'
import { Fact, secondsText } from './RunSummary.tsx'

interface Props {
  id: string
  result: CaseResult
  /** Whether the run asked each case several times. */
  isRepeated: boolean
  isOpen: boolean
  toggle: () => void
  /** Undefined if the user can’t change the case. */
  edit: (() => void) | undefined
}

/** The result of a case: its question and outcome, and once it is open, the answer and what was checked. */
export function ResultItem({ id, result, isRepeated, isOpen, toggle, edit }: Props) {
  const t = testsTexts.useText()
  const panel = useId()
  const { question, repeat, weight, tags, score, passed, errorCode } = result
  const isPartial = !passed && errorCode === null && score > 0 && score < 1
  return (
    <>
      <button
        type="button"
        className="row result-head"
        data-result={id}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={toggle}
      >
        <OutcomeMark result={result} />
        <span className="grow">
          <span className="clamp" dir="auto">
            {question}
          </span>
          <span className="row small m3 result-notes">
            {isRepeated && <span>{t('repeatOf', { number: repeat })}</span>}
            {weight > 1 && <span>{t('weightOf', { weight })}</span>}
            {tags.map((tag) => (
              <bdi key={tag}>{tag}</bdi>
            ))}
          </span>
        </span>
        {isPartial && <span className="num m2">{percentText(score * 100)}</span>}
        <ChevronDown size={16} className="result-chevron" />
      </button>
      {isOpen && <Opened id={panel} result={result} edit={edit} />}
    </>
  )
}

function Opened({ id, result, edit }: Pick<Props, 'id' | 'result' | 'edit'>) {
  const t = testsTexts.useText()
  const { answer, errorCode, firstTextMs, totalMs, inputTokens, outputTokens, costUsd } = result
  return (
    <div className="result-panel" id={id}>
      <article aria-label={t('answer')} className="result-answer">
        {errorCode !== null && (
          <p className="strip e">
            <CircleAlert size={16} />
            {storedErrorText(errorCode)}
          </p>
        )}
        {answer !== '' ? (
          <AnswerText answer={answer} cut={errorCode !== null} />
        ) : (
          errorCode === null && <p className="m2">{t('noAnswer')}</p>
        )}
      </article>
      <div className="result-side">
        <Checks result={result} />
        <JudgeRating result={result} />
        <dl className="small m2 run-details">
          {firstTextMs !== null && <Fact name={t('firstText')}>{secondsText(firstTextMs, t)}</Fact>}
          {totalMs !== null && <Fact name={t('totalTime')}>{secondsText(totalMs, t)}</Fact>}
          {inputTokens !== null && <Fact name={t('inputTokens')}>{formatNumber(inputTokens)}</Fact>}
          {outputTokens !== null && <Fact name={t('outputTokens')}>{formatNumber(outputTokens)}</Fact>}
          {costUsd !== null && <Fact name={t('cost')}>{formatCost(costUsd)}</Fact>}
        </dl>
        {edit && (
          <div>
            <button type="button" className="btn out sm" onClick={edit}>
              <Pencil size={14} />
              {t('editCase')}
            </button>
          </div>
        )}
      </div>
    </div>
  )
}
