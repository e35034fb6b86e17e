import { GitCompare, Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCost, formatMoment } from '../../../lang/format.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { adminTexts } from '../../../ui/admin/lang/en.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { type PerformanceTest, type Run, testsApi } from '../data/api.ts'
import { comparePath, runPath } from '../data/testPaths.ts'
import { JudgeCheckCard } from '../judge/JudgeCheckCard.tsx'
import { testsTexts } from '../lang/en.ts'
import { isInProgress } from '../scoreText.ts'
import { RunMark } from './RunMark.tsx'
import { RunProgress } from './RunProgress.tsx'
import { runText, starterText } from './runText.ts'
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
  const [chosen, choose] = useState<readonly string[]>([])
  if (!query.data)
    return query.error ? (
      <LoadError error={query.error} retry={query.refetch} />
    ) : (
      <ListSkeleton columns={3} />
    )
  const runs = query.data.pages.flatMap(({ items }) => items)
  const completed = runs.filter(({ phase }) => phase === 'Completed')
  const beforeOf = ({ runId }: Run) => completed[completed.findIndex((one) => one.runId === runId) + 1]
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
      {test.mayOpen && completed.length > 1 && <CompareBar test={test} runs={completed} chosen={chosen} />}
      <ul className="run-list" aria-label={t('runs')}>
        {runs.map((one) => (
          <li key={one.runId}>
            <RunRow
              test={test}
              run={one}
              compared={
                test.mayOpen && one.phase === 'Completed' && completed.length > 1
                  ? {
                      before: beforeOf(one),
                      isChosen: chosen.includes(one.runId),
                      choose: (is) => choose(withChosen(chosen, one.runId, is)),
                    }
                  : undefined
              }
            />
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

/** Two runs are compared, so choosing a third replaces the first. */
const withChosen = (chosen: readonly string[], runId: string, is: boolean): string[] =>
  is ? [...chosen, runId].slice(-2) : chosen.filter((one) => one !== runId)

interface BarProps {
  test: PerformanceTest
  /** The completed ones, the latest first. */
  runs: readonly Run[]
  chosen: readonly string[]
}

/** Compares the two chosen runs, the earlier one first. Without a choice, the last two. */
function CompareBar({ test: { performanceTestId }, runs, chosen }: BarProps) {
  const t = testsTexts.useText()
  const listed = runs.filter(({ runId }) => chosen.includes(runId))
  const [right, left] = chosen.length === 0 ? runs : listed
  return (
    <div className="row compare-bar">
      <span className="grow small m2">{t(chosen.length === 1 ? 'compareOneMore' : 'compareHint')}</span>
      {right && left ? (
        <Link className="btn out sm" to={comparePath(performanceTestId, right.runId, left.runId)}>
          <GitCompare size={14} />
          {t(chosen.length === 0 ? 'compareLast' : 'compareChosen')}
        </Link>
      ) : null}
    </div>
  )
}

interface RowProps {
  test: PerformanceTest
  run: Run
  /** Undefined if the run can’t be compared. */
  compared: { before: Run | undefined; isChosen: boolean; choose: (is: boolean) => void } | undefined
}

function RunRow({ test, run: listed, compared }: RowProps) {
  const t = testsTexts.useText()
  const { performanceTestId, mayRun, passPercent } = test
  // Only one that is in progress is asked again.
  const { currentData } = useRun(performanceTestId, isInProgress(listed) ? listed.runId : undefined, true)
  const run = currentData ?? listed
  const { runId, startedAt, costUsd, stateNumber, wasPublished } = run
  const starter = starterText(run, t)
  return (
    <article className="card run-row">
      <div className="row run-head">
        <span className="row run-name">
          {compared && (
            <input
              type="checkbox"
              aria-label={t('compareChoice', { date: formatMoment(startedAt) })}
              checked={compared.isChosen}
              onChange={(event) => compared.choose(event.target.checked)}
            />
          )}
          <Link to={runPath(performanceTestId, runId)} className="list-name">
            {t('runNumber', { date: formatMoment(startedAt) })}
          </Link>
        </span>
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
        {starter !== null && <bdi>{starter}</bdi>}
        {costUsd !== null && costUsd > 0 && <span className="num">{formatCost(costUsd)}</span>}
        {compared?.before && (
          <Link to={comparePath(performanceTestId, runId, compared.before.runId)}>{t('compareBefore')}</Link>
        )}
      </p>
    </article>
  )
}
