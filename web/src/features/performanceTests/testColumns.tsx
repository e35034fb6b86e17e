import { Link } from 'react-router'
import { formatNumber, formatTimeOrMoment } from '../../lang/format.ts'
import type { Column } from '../../ui/admin/listShape.ts'
import type { PerformanceTest } from './data/api.ts'
import { runPath, testPath } from './data/testPaths.ts'
import type { TestsText } from './lang/en.ts'
import { PassMark } from './PassMark.tsx'
import { hasPassed, scoreText } from './scoreText.ts'

/** The columns of a list of tests; without `named`, of a single agent’s tests. */
export function testColumns(
  t: TestsText,
  named: ((name: string) => string) | null,
): Column<PerformanceTest>[] {
  const agent: Column<PerformanceTest> = {
    key: 'agent',
    label: t('columnAgent'),
    width: '22%',
    cell: ({ agentName }) => <bdi>{named?.(agentName)}</bdi>,
  }
  return [
    {
      key: 'name',
      label: t('columnName'),
      cell: ({ performanceTestId, name }) => (
        <Link to={testPath(performanceTestId)} className="list-name">
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    ...(named ? [agent] : []),
    {
      key: 'cases',
      label: t('columnCases'),
      width: '80px',
      cell: ({ cases }) => <span className="num">{formatNumber(cases)}</span>,
    },
    {
      key: 'score',
      label: t('columnScore'),
      width: '250px',
      cell: (test) => <LastScore test={test} t={t} />,
    },
    { key: 'run', label: t('columnRun'), width: '150px', cell: (test) => <LastRun test={test} t={t} /> },
  ]
}

function LastScore({ test: { lastRun, passPercent }, t }: { test: PerformanceTest; t: TestsText }) {
  if (!lastRun || lastRun.scorePercent === null) return <span className="m3">{t('neverRun')}</span>
  return (
    <span className="row test-score">
      <span className="num">{scoreText(lastRun, t)}</span>
      <PassMark passed={hasPassed(lastRun.scorePercent, passPercent)} />
    </span>
  )
}

function LastRun({ test: { performanceTestId, lastRun }, t }: { test: PerformanceTest; t: TestsText }) {
  if (!lastRun) return <span className="m3">{t('never')}</span>
  const { runId, startedAt } = lastRun
  return <Link to={runPath(performanceTestId, runId)}>{formatTimeOrMoment(startedAt)}</Link>
}
