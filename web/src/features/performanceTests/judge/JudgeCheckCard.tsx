import { Scale } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatMoment, formatPercent } from '../../../lang/format.ts'
import { newId } from '../../../session/http.ts'
import { errorText } from '../../../ui/errorText.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type PerformanceTest, testsApi } from '../data/api.ts'
import { storedErrorText } from '../runs/runText.ts'
import { isInProgress } from '../scoreText.ts'
import { type JudgeCheck, judgeApi } from './api.ts'
import { judgeTexts } from './lang/en.ts'

const POLL_MS = 1500
/** With fewer answers, agreement can easily be chance. */
const FEW = 20

/** How often the judge of a test agrees with people, and the button that finds out. */
export function JudgeCheckCard({ test }: { test: PerformanceTest }) {
  const t = judgeTexts.useText()
  const { performanceTestId, mayRun } = test
  const [working, setWorking] = useState(false)
  const query = judgeApi.useGetJudgeCheckQuery(
    { performanceTestId },
    {
      refetchOnMountOrArgChange: true,
      pollingInterval: working ? POLL_MS : 0,
      skipPollingIfUnfocused: true,
    },
  )
  const [start, { isLoading }] = judgeApi.useCheckJudgeMutation()
  const { currentData, error, refetch } = query
  const check = currentData?.check ?? null
  const isWorking = check !== null && isInProgress(check)
  useEffect(() => setWorking(isWorking), [isWorking])

  if (!currentData) return error ? <LoadError error={error} retry={() => void refetch()} /> : null
  const { rated } = currentData
  const compare = async () => {
    const { error: refused } = await start({ performanceTestId, key: newId() })
    if (refused) toast.error(errorText(refused))
  }
  return (
    <section className="card judge-check" aria-labelledby="judge-check">
      <div className="row">
        <Scale size={18} />
        <h2 className="h4 grow" id="judge-check">
          {t('checkTitle')}
        </h2>
      </div>
      {check && !isWorking && <Agreement check={check} />}
      {check && isWorking ? (
        <p className="num" role="status">
          {t('checking', { done: check.done, total: check.total })}
        </p>
      ) : (
        <p className="small m2">{rated > 0 ? t('checkText', { count: rated }) : t('nothingRated')}</p>
      )}
      {mayRun && (
        <div className="row">
          {isWorking ? (
            <StopButton performanceTestId={performanceTestId} runId={check.runId} />
          ) : (
            rated > 0 && (
              <button
                type="button"
                className="btn out sm"
                aria-disabled={isLoading}
                onClick={() => !isLoading && void compare()}
              >
                {t(check ? 'checkAgain' : 'check')}
              </button>
            )
          )}
        </div>
      )}
    </section>
  )
}

/** Stops a judge. What it judged until then stays. */
export function StopButton(run: { performanceTestId: string; runId: string }) {
  const t = judgeTexts.useText()
  const [stop, { isLoading }] = testsApi.useStopRunMutation()
  return (
    <button
      type="button"
      className="btn ghost sm"
      aria-disabled={isLoading}
      onClick={async () => {
        const { error } = isLoading ? {} : await stop(run)
        if (error) toast.error(errorText(error))
      }}
    >
      {t('stop')}
    </button>
  )
}

function Agreement({ check }: { check: JudgeCheck }) {
  const t = judgeTexts.useText()
  const { good, goodAgreed, bad, badAgreed, unjudged, errorCode, endedAt } = check
  const all = good + bad
  const agreed = goodAgreed + badAgreed
  return (
    <>
      {errorCode !== null && <p className="strip w">{t('failed', { reason: storedErrorText(errorCode) })}</p>}
      {all > 0 && (
        <>
          <p className="num judge-agreed">
            {t('agreed', { agreed, all, percent: formatPercent(agreed / all) })}
          </p>
          <p className="row small m2 run-facts">
            {good > 0 && <span>{t('goodAgreed', { agreed: goodAgreed, all: good })}</span>}
            {bad > 0 && <span>{t('badAgreed', { agreed: badAgreed, all: bad })}</span>}
            {endedAt !== null && <span>{t('checkedAt', { date: formatMoment(endedAt) })}</span>}
          </p>
          {all < FEW && <p className="small m2">{t('fewCompared')}</p>}
        </>
      )}
      {unjudged > 0 && <p className="small m2">{t('unjudged', { count: unjudged })}</p>}
    </>
  )
}
