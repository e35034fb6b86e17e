import { skipToken } from '@reduxjs/toolkit/query'
import { ArrowLeftRight } from 'lucide-react'
import { useParams } from 'react-router'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { usePageTitle } from '../../frame/useProductName.ts'
import { type PerformanceTest, testsApi } from '../data/api.ts'
import { testRunsPath } from '../data/testPaths.ts'
import { JudgedComparison } from '../judge/JudgedComparison.tsx'
import { testsTexts } from '../lang/en.ts'
import { useRunning } from '../runs/useRunning.ts'
import { TestWait, Unreadable } from '../TestPage.tsx'
import { ComparedCases, useComparedFilters } from './ComparedCases.tsx'
import { CompareSummary } from './CompareSummary.tsx'
import { SidePicker } from './SidePicker.tsx'
import { useSides } from './useSides.ts'
import '../../../ui/admin/edit.css'
import '../../../ui/admin/list.css'
import '../performanceTests.css'

/** /admin/performanceTests/{performanceTestId}/compare: two runs of a test, case by case. */
export function ComparePage() {
  const { performanceTestId = '' } = useParams()
  const t = testsTexts.useText()
  usePageTitle(t('compareTitle'))
  const test = testsApi.useGetPerformanceTestQuery({ performanceTestId }, { refetchOnMountOrArgChange: true })
  if (!test.currentData) return <TestWait error={test.error} retry={test.refetch} />
  return <LoadedComparison key={performanceTestId} test={test.currentData} />
}

function LoadedComparison({ test }: { test: PerformanceTest }) {
  const t = testsTexts.useText()
  const { performanceTestId, name, mayOpen } = test
  return (
    <div className="page tests">
      <PageHead title={t('compareTitle')} parent={{ title: name, path: testRunsPath(performanceTestId) }} />
      <div className="page-body">
        {mayOpen ? <Comparison test={test} /> : <Unreadable text="resultsUnreadable" />}
      </div>
    </div>
  )
}

function Comparison({ test }: { test: PerformanceTest }) {
  const t = testsTexts.useText()
  const { performanceTestId, gptSystemId } = test
  const { left, right, swap } = useSides(performanceTestId)
  const versions = testsApi.useListAgentVersionsQuery({ gptSystemId })
  const running = useRunning(performanceTestId)
  const filters = useComparedFilters()
  const [one, other] = [left.run?.runId, right.run?.runId]
  const isSame = one !== undefined && one === other
  const query = testsApi.useCompareRunsInfiniteQuery(
    one && other && !isSame
      ? { performanceTestId, left: one, right: other, outcome: filters.outcome, tag: filters.tag }
      : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  const cases = query.currentData?.pages.flatMap(({ items }) => items)
  const [first] = query.data?.pages ?? []
  // While other cases load, the summary of the same runs stays.
  const comparison = first?.left.runId === one && first?.right.runId === other ? first : undefined
  const error = left.error ?? right.error ?? query.error
  const picker = { test, versions: versions.data?.items ?? [], running }
  return (
    <>
      <div className="compare-sides">
        <SidePicker name="left" side={left} {...picker} />
        <button
          type="button"
          className="ib compare-swap"
          aria-label={t('swap')}
          title={t('swap')}
          disabled={!one || !other}
          onClick={swap}
        >
          <ArrowLeftRight size={16} />
        </button>
        <SidePicker name="right" side={right} {...picker} />
      </div>
      {isSame ? (
        <p className="strip info">{t('compareSame')}</p>
      ) : comparison ? (
        <>
          <CompareSummary comparison={comparison} />
          {test.judge && <JudgedComparison test={test} comparison={comparison} reload={query.refetch} />}
          {cases ? (
            <ComparedCases test={test} {...{ comparison, cases, filters }} more={query} />
          ) : (
            <ListSkeleton columns={2} />
          )}
        </>
      ) : error ? (
        <LoadError
          error={error}
          retry={() => {
            left.retry()
            right.retry()
            if (one && other) void query.refetch()
          }}
        />
      ) : one && other ? (
        <ListSkeleton columns={2} />
      ) : (
        <p className="m2">{t('compareChoose')}</p>
      )}
    </>
  )
}
