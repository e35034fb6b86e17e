import type { Report, ReportRow } from '@parlance/contract/analytics'
import { useContext, useState } from 'react'
import { formatNumber } from '../../../lang/format.ts'
import { Legend } from '../../../ui/charts/Legend.tsx'
import { Bars } from '../../../ui/charts/lazy.ts'
import type { Series } from '../../../ui/charts/points.ts'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { dayName, monthName, shortDay, shortMonth } from '../days.ts'
import { drawn, highest } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { FilterContext } from '../filterContext.ts'
import { analyticsTexts } from '../lang/en.ts'
import { type Questions, questionsOf } from './perMonth.ts'

const totalOf = ({ web, publicChats }: Questions) => drawn(web) + drawn(publicChats)

/** Questions per day by channel, or per month if the period is long. */
export function QuestionsPerDay() {
  const t = analyticsTexts.useText()
  const [withTests, setWithTests] = useState(false)
  const { reportingPeriod } = useContext(FilterContext)
  const channels: Series[] = [
    { key: 'web', label: t('column.web'), color: 'var(--viz)' },
    { key: 'publicChats', label: t('column.publicChats'), color: 'var(--viz-2)' },
  ]
  const tests: Series = { key: 'tests', label: t('column.tests'), color: 'var(--line-strong)' }
  const series = withTests ? [...channels, tests] : channels
  return (
    <ReportCard
      report="QuestionsPerDay"
      title={t(reportingPeriod === 'Last12Months' ? 'questionsPerMonth' : 'report.QuestionsPerDay')}
      summary={summaryOf}
      legend={
        <Legend
          series={channels}
          option={tests}
          isShown={withTests}
          toggle={() => setWithTests(!withTests)}
        />
      }
      draw={({ rows }) => <Chart rows={rows} series={series} />}
      table={Table}
    />
  )
}

function summaryOf({ rows }: Report<'QuestionsPerDay'>): string {
  const t = analyticsTexts.text
  const { isMonthly, all } = questionsOf(rows)
  const total = all.reduce((sum, one) => sum + totalOf(one), 0)
  const hiddenDays = all.reduce((sum, one) => sum + one.hiddenDays, 0)
  const most = highest(all, totalOf)
  const number = most ? formatNumber(totalOf(most)) : ''
  return [
    total === 0 && hiddenDays === 0 ? t('noQuestions') : t('questionsTotal', { count: total }),
    most && isMonthly && t('mostInMonth', { month: monthName(most.key), number }),
    most && !isMonthly && all.length > 1 && t('mostOnDay', { day: dayName(most.key), number }),
    hiddenDays > 0 && t('hiddenDays', { count: hiddenDays }),
  ]
    .filter(Boolean)
    .join(' ')
}

function Chart({ rows, series }: { rows: readonly ReportRow<'QuestionsPerDay'>[]; series: Series[] }) {
  const t = analyticsTexts.useText()
  const { isMonthly, all } = questionsOf(rows)
  const points = all.map(({ key, hiddenDays, ...figures }) => ({
    key,
    tick: isMonthly ? shortMonth(key) : shortDay(key),
    title: isMonthly ? monthName(key) : dayName(key),
    values: Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, drawn(figure)])),
    texts: Object.fromEntries(
      Object.entries(figures).map(([name, figure]) => [name, figureText(figure, 'Questions')]),
    ),
    hidden: hiddenDays > 0,
  }))
  return (
    <Bars
      label={t('report.QuestionsPerDay')}
      points={points}
      series={series}
      valueText={(value) => formatNumber(value)}
    />
  )
}

function Table({ rows }: Report<'QuestionsPerDay'>) {
  const t = analyticsTexts.text
  const { isMonthly, all } = questionsOf(rows)
  const caption = t('report.QuestionsPerDay')
  if (!isMonthly) {
    const columns = columnsOf('QuestionsPerDay', [
      'day',
      'web',
      'publicChats',
      'tests',
      'people',
      'helpfulPercent',
    ])
    return <ReportTable caption={caption} columns={columns} rows={rows} keyOf={({ day }) => day ?? ''} />
  }
  const [, ...figures] = columnsOf('QuestionsPerDay', ['day', 'web', 'publicChats', 'tests'])
  return (
    <ReportTable
      caption={caption}
      columns={[
        {
          ...{ name: 'key', label: t('column.month'), kind: 'Date' },
          show: ({ key }: Questions) => monthName(key),
        },
        ...figures.map(({ name, label, kind }) => ({ name, label, kind })),
        { name: 'hiddenDays', label: t('column.hiddenDays'), kind: 'Questions' },
      ]}
      rows={all}
      keyOf={({ key }) => key}
    />
  )
}
