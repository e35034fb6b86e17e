import { Check, ChevronDown, CircleAlert } from 'lucide-react'
import { useId, useMemo } from 'react'
import { formatCost, formatNumber } from '../../../lang/format.ts'
import { MarkedText } from '../../../ui/admin/difference/MarkedText.tsx'
import { type Sides, sidesOf } from '../../../ui/admin/difference/sides.ts'
import { AnswerText } from '../../transcripts/AnswerText.tsx'
import type { CaseResult, ComparedCase } from '../data/api.ts'
import { Judgement } from '../judge/JudgedComparison.tsx'
import { testsTexts } from '../lang/en.ts'
import { Checks } from '../results/Checks.tsx'
import { OutcomeMark } from '../results/OutcomeMark.tsx'
import { Fact, secondsText } from '../results/RunSummary.tsx'
import { storedErrorText } from '../runs/runText.ts'
import { OutcomeChip } from './OutcomeChip.tsx'
import type { SideName } from './useSides.ts'

interface Props {
  one: ComparedCase
  view: 'marked' | 'formatted'
  isOpen: boolean
  toggle: () => void
  /** Undefined if the user can’t change the case. */
  accept: ((result: CaseResult) => void) | undefined
}

/** A case of two runs: its question and outcome, and once it is open, both answers. */
export function ComparedItem({ one, view, isOpen, toggle, accept }: Props) {
  const t = testsTexts.useText()
  const panel = useId()
  const { caseId, question, outcome, weight, tags } = one
  return (
    <>
      <button
        type="button"
        className="row result-head"
        data-result={caseId}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={toggle}
      >
        <OutcomeChip outcome={outcome} />
        <span className="grow">
          <span className="clamp" dir="auto">
            {question}
          </span>
          <span className="row small m3 result-notes">
            {weight > 1 && <span>{t('weightOf', { weight })}</span>}
            {tags.map((tag) => (
              <bdi key={tag}>{tag}</bdi>
            ))}
          </span>
        </span>
        <ChevronDown size={16} className="result-chevron" />
      </button>
      {isOpen && <Opened id={panel} one={one} view={view} accept={accept} />}
    </>
  )
}

/** In a text with marked words, the signs for bold text would only disturb. */
const withoutBold = (answer: string): string => answer.replace(/\*\*(?=\S)([^*\n]+?)\*\*/g, '$1')

function Opened({ id, one, view, accept }: Pick<Props, 'one' | 'view' | 'accept'> & { id: string }) {
  const t = testsTexts.useText()
  const { left, right, outcome, question } = one
  const [before, after] = [left?.result.answer ?? '', right?.result.answer ?? '']
  const sides = useMemo(
    () => (before && after ? sidesOf(withoutBold(before), withoutBold(after)) : undefined),
    [before, after],
  )
  const isChanged = outcome === 'Changed'
  return (
    <div className="compare-panel" id={id}>
      {isChanged && <p className="small m2 compare-note">{t('comparedChanged')}</p>}
      {one.judgement && <Judgement judgement={one.judgement} />}
      {view === 'marked' && sides?.tooDifferent && (
        <p className="small m2 compare-note">{t('comparedTooDifferent')}</p>
      )}
      <ComparedAnswer
        name="left"
        side={left}
        asked={isChanged && left?.result.question !== question ? left?.result.question : undefined}
        lines={view === 'marked' ? sides?.left : undefined}
        accept={accept}
      />
      <ComparedAnswer
        name="right"
        side={right}
        asked={undefined}
        lines={view === 'marked' ? sides?.right : undefined}
        accept={accept}
      />
    </div>
  )
}

interface AnswerProps {
  name: SideName
  side: ComparedCase['left']
  /** The question, if it was another one. */
  asked: string | undefined
  /** The answer with what the other one doesn’t say marked. Without it, the answer is shown as in a chat. */
  lines: Sides['left'] | undefined
  accept: Props['accept']
}

function ComparedAnswer({ name, side, asked, lines, accept }: AnswerProps) {
  const t = testsTexts.useText()
  if (!side)
    return (
      <article aria-label={t(`side.${name}`)} className="compare-answer">
        <h3 className="h4">{t(`side.${name}`)}</h3>
        <p className="m2">{t('comparedMissing')}</p>
      </article>
    )
  const { result, passed, repeats } = side
  const { answer, errorCode, totalMs, outputTokens, costUsd } = result
  return (
    <article aria-label={t(`side.${name}`)} className="compare-answer">
      <div className="row compare-answer-head">
        <h3 className="h4">{t(`side.${name}`)}</h3>
        {repeats > 1 ? (
          <span className="small m2">{t('passedOf', { passed, count: repeats })}</span>
        ) : (
          <OutcomeMark result={result} />
        )}
      </div>
      {asked !== undefined && (
        <p className="small m2">
          {t('question')}: <bdi>{asked}</bdi>
        </p>
      )}
      {errorCode !== null && (
        <p className="strip e">
          <CircleAlert size={16} />
          {storedErrorText(errorCode)}
        </p>
      )}
      {answer === '' ? (
        errorCode === null && <p className="m2">{t('noAnswer')}</p>
      ) : lines ? (
        <MarkedText lines={lines} side={name === 'left' ? 'removed' : 'added'} />
      ) : (
        <AnswerText answer={answer} cut={errorCode !== null} />
      )}
      <Checks result={result} />
      <dl className="small m2 run-details">
        {totalMs !== null && <Fact name={t('totalTime')}>{secondsText(totalMs, t)}</Fact>}
        {outputTokens !== null && <Fact name={t('outputTokens')}>{formatNumber(outputTokens)}</Fact>}
        {costUsd !== null && <Fact name={t('cost')}>{formatCost(costUsd)}</Fact>}
      </dl>
      {accept && answer !== '' && errorCode === null && (
        <div>
          <button type="button" className="btn out sm" onClick={() => accept(result)}>
            <Check size={14} />
            {t('acceptAnswer')}
          </button>
        </div>
      )}
    </article>
  )
}
