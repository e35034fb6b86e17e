import type { Report, ReportRow } from '@parlance/contract/analytics'
import { FigureRow } from '../cards/FigureRow.tsx'
import { ReportCard } from '../cards/ReportCard.tsx'
import { monthName } from '../days.ts'
import { drawn } from '../figures.ts'
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

type Row = ReportRow<'Forecast'>

/** How the month compares with the limit of the instance. */
function limitState({ costUsd, forecastUsd, limitUsd }: Row): 'NoLimit' | 'Within' | 'Over' | 'Reached' {
  if (typeof limitUsd !== 'number') return 'NoLimit'
  if (drawn(costUsd) >= limitUsd) return 'Reached'
  return drawn(forecastUsd) > limitUsd ? 'Over' : 'Within'
}

function summaryOf({ rows: [row] }: Report<'Forecast'>): string {
  const t = analyticsTexts.text
  if (!row?.month || typeof row.forecastUsd !== 'number') return t('noForecast')
  return t(`forecast.${limitState(row)}`, {
    month: monthName(row.month),
    cost: figureText(row.forecastUsd, 'Usd'),
    limit: figureText(row.limitUsd, 'Usd'),
  })
}

function Costs({ row }: { row: Row | undefined }) {
  const t = analyticsTexts.useText()
  const state = row ? limitState(row) : 'NoLimit'
  return (
    <FigureRow
      figures={[
        { name: t('costSoFar'), value: figureText(row?.costUsd ?? null, 'Usd') },
        { name: t('costExpected'), value: figureText(row?.forecastUsd ?? null, 'Usd') },
        { name: t('costLastMonth'), value: figureText(row?.lastMonthUsd ?? null, 'Usd') },
        {
          name: t('costLimit'),
          value: row && state === 'NoLimit' ? t('noLimit') : figureText(row?.limitUsd ?? null, 'Usd'),
          note: state !== 'NoLimit' && <LimitNote state={state} />,
        },
      ]}
    />
  )
}

/** Uses words because color alone isn’t accessible. */
function LimitNote({ state }: { state: 'Within' | 'Over' | 'Reached' }) {
  const t = analyticsTexts.useText()
  return <span data-failed={state !== 'Within' || undefined}>{t(`limit.${state}`)}</span>
}
