import { skipToken } from '@reduxjs/toolkit/query'
import { CircleAlert, CircleCheck, Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type PerformanceTest, type Run, testsApi } from '../../performanceTests/data/api.ts'
import { testRunsPath } from '../../performanceTests/data/testPaths.ts'
import { RunDialog } from '../../performanceTests/runs/RunDialog.tsx'
import { RunProgress } from '../../performanceTests/runs/RunProgress.tsx'
import { useRunning } from '../../performanceTests/runs/useRunning.ts'
import { percentText } from '../../performanceTests/scoreText.ts'
import type { GateCheck, Publishing } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'

type Gate = NonNullable<Publishing['gate']>
type Reason = GateCheck['missing'][number]

interface Props {
  gate: Gate
  stateId: string
  check: GateCheck
}

/** What a version lacks to be published, in words, with the button that starts the run of the test that it needs. */
export function GateStatus({ gate, stateId, check }: Props) {
  const t = managementTexts.useText()
  const { missing, scorePercent, criticalFailures } = check
  const isBlocked = missing.some((reason) => reason !== 'approval')
  const { test, running } = useGateTest(isBlocked ? gate.performanceTestId : null)
  const isRunning = running?.gptSystemConfigurationStateId === stateId
  const name = gate.testName ?? ''
  const percent = percentText(gate.minimumPercent)
  const score = percentText(scorePercent ?? 0)
  if (missing.length === 0)
    return scorePercent === null ? null : (
      <p className="strip gate-reached">
        <CircleCheck size={16} />
        <span className="wrap">{t('gateReached', { test: name, score, percent })}</span>
      </p>
    )
  const words: Record<Reason, string> = {
    run: t(isRunning ? 'gateRunning' : 'gateRun', { test: name }),
    age: t(isRunning ? 'gateRunning' : 'gateAge', { test: name }),
    score: t('gateScoreNow', { test: name, score, percent }),
    critical: t('gateCriticalCount', { test: name, count: criticalFailures }),
    approval: t('gateApproval'),
  }
  return (
    <div className={isBlocked ? 'strip w gate-status' : 'strip info gate-status'}>
      <CircleAlert size={16} />
      <div className="grow wrap gate-missing">
        <ul>
          {missing.map((reason) => (
            <li key={reason}>{words[reason]}</li>
          ))}
        </ul>
        {test && <GateRun {...{ test, running, stateId }} hasRun={scorePercent !== null} />}
      </div>
    </div>
  )
}

/** The test that a gate needs, and its run in progress. Undefined for users who can’t see tests. */
function useGateTest(performanceTestId: string | null) {
  const { data: test } = testsApi.useGetPerformanceTestQuery(
    performanceTestId === null ? skipToken : { performanceTestId },
  )
  const running = useRunning(test ? test.performanceTestId : skipToken)
  return { test: performanceTestId === null ? undefined : test, running }
}

interface RunProps {
  test: PerformanceTest
  running: Run | undefined
  stateId: string
  /** Whether there is a run whose answers show what has to change. */
  hasRun: boolean
}

/** Starts the run that a version needs, and shows how far it is. */
function GateRun({ test, running, stateId, hasRun }: RunProps) {
  const t = managementTexts.useText()
  const [isStarting, setStarting] = useState(false)
  const { mayRun, performanceTestId } = test
  if (running?.gptSystemConfigurationStateId === stateId) return <RunProgress run={running} mayRun={mayRun} />
  return (
    <>
      {running && <p>{t('gateOtherRun')}</p>}
      {!running && !mayRun && <p>{t('gateMayNotRun')}</p>}
      <div className="row gate-actions">
        {!running && mayRun && (
          <button type="button" className="btn out sm" onClick={() => setStarting(true)}>
            <Play size={14} />
            {t('gateStartRun')}
          </button>
        )}
        {hasRun && (
          <Link className="btn ghost sm" to={testRunsPath(performanceTestId)}>
            {t('gateShowRuns')}
          </Link>
        )}
      </div>
      {isStarting && (
        <RunDialog test={test} stateId={stateId} started={() => undefined} close={() => setStarting(false)} />
      )}
    </>
  )
}
