import type { ReportRow } from '@parlance/contract/analytics'
import { useContext } from 'react'
import { rangeText } from '../days.ts'
import { figureText } from '../figureText.ts'
import { FilterContext } from '../filterContext.ts'
import { analyticsTexts } from '../lang/en.ts'
import { ChangeMark } from './ChangeMark.tsx'
import { allMetrics } from './metrics.ts'

/** All metrics of the period and of the one before. */
export function KeyFiguresTable({ rows }: { rows: readonly ReportRow<'Overview'>[] }) {
  const t = analyticsTexts.useText()
  const isToday = useContext(FilterContext).reportingPeriod === 'Today'
  const [now, before] = rows
  return (
    <table className="report-table">
      <caption className="hidden">{t('report.Overview')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.metric')}</th>
          {[now, before].map((row, at) => (
            <th key={at === 0 ? 'now' : 'before'} scope="col">
              {row?.from && row.to ? rangeText(row.from, row.to) : '–'}
            </th>
          ))}
          {!isToday && <th scope="col">{t('column.change')}</th>}
        </tr>
      </thead>
      <tbody>
        {allMetrics.map((metric) => {
          const [figure, previous] = [now?.[metric.column] ?? null, before?.[metric.column] ?? null]
          return (
            <tr key={metric.column}>
              <th scope="row">{t(`metric.${metric.column}`)}</th>
              <td className="num">{figureText(figure, metric.unit)}</td>
              <td className="num">{figureText(previous, metric.unit)}</td>
              {!isToday && (
                <td>
                  <ChangeMark metric={metric} now={figure} before={previous} isInTable />
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
