import type { Report, ReportRow } from '@parlance/contract/analytics'
import { FigureRow } from '../cards/FigureRow.tsx'
import { ReportCard } from '../cards/ReportCard.tsx'
import { monthName } from '../days.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'

/** What the current month costs. */
export function ForecastCard() {
  const t = analyticsTexts.useText()
  return (
    <ReportCard
      report="Forecast"
      className="whole"
      title={t('report.Forecast')}
      summary={summaryOf}
      table={({ rows: [row] }) => <Costs row={row} />}
      waiting={<Costs row={undefined} />}
      note={t('alwaysThisMonth')}
    />
  )
}

function summaryOf({ rows: [row] }: Report<'Forecast'>): string {
  const t = analyticsTexts.text
  if (!row?.month || typeof row.forecastUsd !== 'number') return t('noForecast')
  return t('forecastSummary', { month: monthName(row.month), cost: figureText(row.forecastUsd, 'Usd') })
}

function Costs({ row }: { row: ReportRow<'Forecast'> | undefined }) {
  const t = analyticsTexts.useText()
  return (
    <FigureRow
      figures={[
        { name: t('costSoFar'), value: figureText(row?.costUsd ?? null, 'Usd') },
        { name: t('costExpected'), value: figureText(row?.forecastUsd ?? null, 'Usd') },
        { name: t('costLastMonth'), value: figureText(row?.lastMonthUsd ?? null, 'Usd') },
      ]}
    />
  )
}
