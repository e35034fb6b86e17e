import { FlaskConical, GitCompare, Play } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatMoment } from '../../../lang/format.ts'
import { problemOf } from '../../../session/http.ts'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { type PerformanceTest, type Run, testsApi } from '../data/api.ts'
import { comparePath, testRunsPath } from '../data/testPaths.ts'
import { testsTexts } from '../lang/en.ts'
import { RunDialog } from '../runs/RunDialog.tsx'
import { RunMark } from '../runs/RunMark.tsx'
import { RunProgress } from '../runs/RunProgress.tsx'
import { useRun } from '../runs/useRun.ts'
import { isInProgress } from '../scoreText.ts'
import { TestWait, Unreadable } from '../TestPage.tsx'
import { Results } from './Results.tsx'
import { RunSummary } from './RunSummary.tsx'
import '../performanceTests.css'

/** /admin/performanceTests/{performanceTestId}/runs/{runId}: a run with its score and answers. */
export function RunPage() {
  const { performanceTestId = '', runId = '' } = useParams()
  const test = testsApi.useGetPerformanceTestQuery({ performanceTestId }, { refetchOnMountOrArgChange: true })
  const run = useRun(performanceTestId, runId)
  const t = testsTexts.useText()
  const title = run.currentData
    ? t('runNumber', { date: formatMoment(run.currentData.startedAt) })
    : screenTitle('performanceTests')
  usePageTitle(title)
  if (!test.currentData) return <TestWait error={test.error} retry={test.refetch} />
  const isMissing = /notFound|request\.invalid/.test(problemOf(run.error)?.code ?? '')
  if (!run.currentData || isMissing)
    return (
      <RecordWait
        title={test.currentData.name}
        parent={{ title: test.currentData.name, path: testRunsPath(performanceTestId) }}
        Icon={FlaskConical}
        error={run.error}
        missing={isMissing}
        texts={{ missing: t('runMissing'), back: t('toTest') }}
        retry={run.refetch}
      />
    )
  return <LoadedRun key={runId} test={test.currentData} run={run.currentData} title={title} />
}

function LoadedRun({ test, run, title }: { test: PerformanceTest; run: Run; title: string }) {
  const t = testsTexts.useText()
  const [isStarting, setStarting] = useState(false)
  const { performanceTestId, name, mayRun, mayOpen, passPercent } = test
  const working = isInProgress(run)
  return (
    <div className="page tests">
      <PageHead
        title={title}
        parent={{ title: name, path: testRunsPath(performanceTestId) }}
        mark={<RunMark run={run} passPercent={passPercent} />}
      >
        <div className="row test-actions">
          {mayOpen && run.phase === 'Completed' && (
            <Link className="btn out" to={comparePath(performanceTestId, run.runId)}>
              <GitCompare size={16} />
              {t('compare')}
            </Link>
          )}
          {mayRun && !working && (
            <button type="button" className="btn pri" onClick={() => setStarting(true)}>
              <Play size={16} />
              {t('runAgain')}
            </button>
          )}
        </div>
      </PageHead>
      <div className="page-body">
        {working && <RunProgress run={run} mayRun={mayRun} />}
        <RunSummary run={run} />
        {mayOpen ? <Results test={test} run={run} /> : <Unreadable text="resultsUnreadable" />}
      </div>
      {isStarting && (
        <RunDialog test={test} stateId={run.gptSystemConfigurationStateId} close={() => setStarting(false)} />
      )}
    </div>
  )
}
