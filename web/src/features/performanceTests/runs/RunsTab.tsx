import { Play } from 'lucide-react'
import { Link } from 'react-router'
import { formatCost, formatMoment } from '../../../lang/format.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { adminTexts } from '../../../ui/admin/lang/en.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { type PerformanceTest, type Run, testsApi } from '../data/api.ts'
import { runPath } from '../data/testPaths.ts'
import { JudgeCheckCard } from '../judge/JudgeCheckCard.tsx'
import { testsTexts } from '../lang/en.ts'
import { isInProgress } from '../scoreText.ts'
import { RunMark } from './RunMark.tsx'
import { RunProgress } from './RunProgress.tsx'
import { runText } from './runText.ts'
import { useRun } from './useRun.ts'
import '../../../ui/admin/list.css'

interface Props {
  test: PerformanceTest
  /** Undefined if the user can’t run the test. */
  run: (() => void) | undefined
}

/** The runs of a test, the latest first. One in progress shows how far it is. */
export function RunsTab({ test, run }: Props) {
  const t = testsTexts.useText()
  const ofLists = adminTexts.useText()
  const query = testsApi.useListRunsInfiniteQuery(
    { performanceTestId: test.performanceTestId },
    { refetchOnMountOrArgChange: true },
  )
  if (!query.data)
    return query.error ? (
      <LoadError error={query.error} retry={query.refetch} />
    ) : (
      <ListSkeleton columns={3} />
    )
  const runs = query.data.pages.flatMap(({ items }) => items)
  if (runs.length === 0)
    return (
      <EmptyList Icon={Play} text={t(run ? 'runsEmpty' : 'runsEmptyReadOnly')}>
        {run && (
          <button type="button" className="btn soft sm" onClick={run}>
            {t('run')}
          </button>
        )}
      </EmptyList>
    )
  return (
    <>
      {test.judge && <JudgeCheckCard test={test} />}
      <ul className="run-list" aria-label={t('runs')}>
        {runs.map((one) => (
          <li key={one.runId}>
            <RunRow test={test} run={one} />
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && <LoadError error={query.error} retry={query.fetchNextPage} />}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <button
          type="button"
          className="btn ghost list-more"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        >
          {ofLists('more')}
        </button>
      )}
    </>
  )
}

function RunRow({ test, run: listed }: { test: PerformanceTest; run: Run }) {
  const t = testsTexts.useText()
  const { performanceTestId, mayRun, passPercent } = test
  // Only one that is in progress is asked again.
  const { currentData } = useRun(performanceTestId, isInProgress(listed) ? listed.runId : undefined)
  const run = currentData ?? listed
  const { runId, startedAt, startedBy, costUsd, stateNumber, wasPublished } = run
  return (
    <article className="card run-row">
      <div className="row run-head">
        <Link to={runPath(performanceTestId, runId)} className="list-name">
          {t('runNumber', { date: formatMoment(startedAt) })}
        </Link>
        <RunMark run={run} passPercent={passPercent} />
      </div>
      {isInProgress(run) ? (
        <RunProgress run={run} mayRun={mayRun} />
      ) : (
        <p className="num">{runText(run, t)}</p>
      )}
      <p className="row small m2 run-facts">
        <span>
          {wasPublished
            ? t('versionPublished', { number: stateNumber })
            : t('versionOf', { number: stateNumber })}
        </span>
        {startedBy !== null && <bdi>{startedBy}</bdi>}
        {costUsd !== null && costUsd > 0 && <span className="num">{formatCost(costUsd)}</span>}
      </p>
    </article>
  )
}
