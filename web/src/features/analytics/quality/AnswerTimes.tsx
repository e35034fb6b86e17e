import type { Report, ReportRow } from '@parlance/contract/analytics'
import { Legend } from '../../../ui/charts/Legend.tsx'
import { Lines } from '../../../ui/charts/lazy.ts'
import type { Series } from '../../../ui/charts/points.ts'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { dayName, shortDay } from '../days.ts'
import { hidesAny, highest, isHidden } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'

type Row = ReportRow<'AnswerTimes'>

/** Until the first token, and until the complete answer. */
const columns = {
  FirstToken: ['firstTokenP50Ms', 'firstTokenP95Ms'],
  Answer: ['totalP50Ms', 'totalP95Ms'],
} as const
type Measured = keyof typeof columns

/** The median and the 95th percentile per day. */
export function AnswerTimes({ measured }: { measured: Measured }) {
  const t = analyticsTexts.useText()
  const [median, p95] = columns[measured]
  const series: Series[] = [
    { key: median, label: t('median'), color: 'var(--viz)' },
    { key: p95, label: t('p95'), color: 'var(--viz-2)', dashed: true },
  ]
  const title = t(`times.${measured}`)
  return (
    <ReportCard
      report="AnswerTimes"
      chart={`AnswerTimes.${measured}`}
      title={title}
      summary={(report) => summaryOf(report, measured)}
      legend={<Legend series={series} />}
      draw={({ rows }) => (
        <Lines
          label={title}
          points={rows.map(pointOf)}
          series={series}
          valueText={(seconds) => figureText(seconds, 'Seconds')}
        />
      )}
      table={({ rows }) => (
        <ReportTable
          caption={title}
          columns={columnsOf('AnswerTimes', ['day', median, p95])}
          rows={rows}
          keyOf={({ day }) => day ?? ''}
        />
      )}
      note={t('timesNote')}
    />
  )
}

/** Charts draw seconds. */
function pointOf({ day, ...times }: Row) {
  const key = day ?? ''
  const entries = Object.entries(times)
  return {
    key,
    tick: shortDay(key),
    title: dayName(key),
    values: Object.fromEntries(
      entries.map(([name, time]) => [name, typeof time === 'number' ? time / 1000 : null]),
    ),
    texts: Object.fromEntries(entries.map(([name, time]) => [name, figureText(time, 'Milliseconds')])),
    hidden: entries.some(([, time]) => isHidden(time)),
  }
}

function summaryOf({ rows }: Report<'AnswerTimes'>, measured: Measured): string {
  const t = analyticsTexts.text
  const [median, p95] = columns[measured]
  const slowest = highest(rows, (row) => row[median])
  if (!slowest?.day) return hidesAny(rows) ? t('timesHidden') : t('noTimes')
  return t(`slowest.${measured}`, {
    day: dayName(slowest.day),
    median: figureText(slowest[median], 'Milliseconds'),
    p95: figureText(slowest[p95], 'Milliseconds'),
  })
}
