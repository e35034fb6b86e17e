import { Scale } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { newId } from '../../../session/http.ts'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import type { ComparedCase, Comparison, PerformanceTest } from '../data/api.ts'
import { storedErrorText } from '../runs/runText.ts'
import { isInProgress } from '../scoreText.ts'
import { judgeApi } from './api.ts'
import { StopButton } from './JudgeCheckCard.tsx'
import { judgeTexts } from './lang/en.ts'

const POLL_MS = 1500

interface Props {
  test: PerformanceTest
  comparison: Comparison
  /** Reads the comparison again, with what the judge has said by then. */
  reload: () => unknown
}

/** Which of two runs the judge prefers, and the button that asks it. */
export function JudgedComparison({ test, comparison, reload }: Props) {
  const t = judgeTexts.useText()
  const { performanceTestId, mayRun } = test
  const { judging, left, right } = comparison
  const [ask, { isLoading }] = judgeApi.useJudgeComparisonMutation()
  const isWorking = judging !== null && isInProgress(judging)
  usePolling(reload, isWorking)
  const start = async () => {
    const runs = { left: left.runId, right: right.runId }
    const { error } = await ask({ performanceTestId, ...runs, key: newId() })
    if (error) toast.error(errorText(error))
  }
  return (
    <section className="card judge-check" aria-labelledby="judged-comparison">
      <div className="row">
        <Scale size={18} />
        <h2 className="h4 grow" id="judged-comparison">
          {t('compareTitle')}
        </h2>
      </div>
      {judging && isWorking ? (
        <p className="num" role="status">
          {t('comparing', { done: judging.done, total: judging.total })}
        </p>
      ) : (
        <p className="small m2">{t('compareText')}</p>
      )}
      {judging && !isWorking && <Preferred judging={judging} />}
      {mayRun && (
        <div className="row">
          {judging && isWorking ? (
            <StopButton performanceTestId={performanceTestId} runId={judging.runId} />
          ) : (
            <button
              type="button"
              className="btn out sm"
              aria-disabled={isLoading}
              onClick={() => !isLoading && void start()}
            >
              {t(judging ? 'compareAgain' : 'compare')}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

function Preferred({ judging }: { judging: NonNullable<Comparison['judging']> }) {
  const t = judgeTexts.useText()
  const { counts, unjudged, errorCode } = judging
  const { Left, Right, Tie } = counts
  return (
    <>
      {errorCode !== null && <p className="strip w">{t('failed', { reason: storedErrorText(errorCode) })}</p>}
      {Left + Right + Tie > 0 && (
        <p className="num judge-agreed">{t('preferred', { left: Left, right: Right, tie: Tie })}</p>
      )}
      {unjudged > 0 && <p className="small m2">{t('unjudged', { count: unjudged })}</p>}
    </>
  )
}

/** What the judge said about the answers to a case. */
export function Judgement({
  judgement: { verdict, reason },
}: {
  judgement: NonNullable<ComparedCase['judgement']>
}) {
  const t = judgeTexts.useText()
  return (
    <div className="compare-note judge-note">
      <p className="row">
        <Scale size={16} />
        {verdict ? t(`verdict.${verdict}`) : t('notJudged')}
      </p>
      {reason !== '' && (
        <p className="small m2 wrap" dir="auto">
          {reason}
        </p>
      )}
    </div>
  )
}

/** Reads again at intervals, while the page is visible. */
function usePolling(reload: () => unknown, isWorking: boolean): void {
  const latest = useRef(reload)
  useEffect(() => {
    latest.current = reload
  })
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(() => {
      if (!document.hidden) void latest.current()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [isWorking])
}
