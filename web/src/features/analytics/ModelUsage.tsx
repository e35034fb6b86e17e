import type { analytics } from '@parlance/contract/analytics'
import { type ReportingPeriod, reportingPeriods } from '@parlance/contract/reports'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { fetchFile } from '../../api/fetchFile.ts'
import type { Args } from '../../api/request.ts'
import { formatCost, formatNumber } from '../../lang/format.ts'
import { errorText } from '../../ui/errorText.ts'
import { saveFile } from '../../ui/files/saveFile.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { toast } from '../../ui/toast.tsx'
import { analyticsApi, type TokensReport } from './data/api.ts'
import { FigureRow } from './Figures.tsx'
import { analyticsTexts } from './lang/en.ts'

type Row = TokensReport['rows'][number]

/** What model calls used and cost in a period: answers, and apart from them the calls for titles and the like. */
export function ModelUsage() {
  const t = analyticsTexts.useText()
  const heading = useId()
  const [reportingPeriod, choose] = useState<ReportingPeriod>('Last30Days')
  const report = { reportName: 'Tokens', reportingPeriod } as const
  const { currentData, error, refetch } = analyticsApi.useGetReportQuery(report, {
    refetchOnMountOrArgChange: true,
  })
  return (
    <section aria-labelledby={heading} className="usage">
      <div className="row usage-head">
        <div className="grow">
          <h2 className="h4" id={heading}>
            {t('usage')}
          </h2>
          <p className="s13 m2">{t('usageHint')}</p>
        </div>
        <select
          className="in"
          aria-label={t('period')}
          value={reportingPeriod}
          onChange={(event) => choose(event.target.value as ReportingPeriod)}
        >
          {reportingPeriods.map((period) => (
            <option key={period} value={period}>
              {t(`period.${period}`)}
            </option>
          ))}
        </select>
        <button type="button" className="btn out" onClick={() => void exportReport(report)}>
          <Download size={14} />
          {t('exportUsage')}
        </button>
      </div>
      {currentData ? (
        <Report rows={currentData.rows} />
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <div className="usage-blank" />
      )}
    </section>
  )
}

async function exportReport(report: Args<typeof analytics.exportReport>): Promise<void> {
  try {
    saveFile(await fetchFile('analytics.exportReport', report), 'tokens.csv')
  } catch (error) {
    toast.error(analyticsTexts.text('exportFailed', { reason: errorText(error) }))
  }
}

function Report({ rows }: { rows: readonly Row[] }) {
  const t = analyticsTexts.useText()
  if (rows.length === 0) return <p className="m3">{t('noUsage')}</p>
  const isAnswer = ({ purpose }: Row) => purpose === 'Answer'
  const parts = [
    { name: t('answers'), total: totalOf(rows.filter(isAnswer)) },
    { name: t('helperCalls'), total: totalOf(rows.filter((row) => !isAnswer(row))) },
  ]
  return (
    <>
      <FigureRow
        figures={parts.map(({ name, total }) => ({
          name,
          value: costText(total.costUsd) ?? t('noPrice'),
          note: t('tokens', {
            input: formatNumber(total.inputTokens),
            output: formatNumber(total.outputTokens),
          }),
        }))}
      />
      <table className="usage-table">
        <thead>
          <tr className="s13 m2">
            <th scope="col">{t('purpose')}</th>
            <th scope="col">{t('calls')}</th>
            <th scope="col">{t('inputTokens')}</th>
            <th scope="col">{t('outputTokens')}</th>
            <th scope="col">{t('cost')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.purpose} ${row.languageEngine} ${row.deploymentName}`}>
              <th scope="row">
                {t(`purpose.${row.purpose}`)}
                <span className="s13 m2 wrap">
                  <bdi>{row.deploymentName}</bdi>
                </span>
              </th>
              <td className="num">{formatNumber(row.calls)}</td>
              <td className="num">{formatNumber(row.inputTokens)}</td>
              <td className="num">{formatNumber(row.outputTokens)}</td>
              <td className="num">{costText(row.costUsd) ?? <span className="m3">{t('noPrice')}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ costUsd }) => costUsd === null) && <p className="s13 m2">{t('someUnpriced')}</p>}
    </>
  )
}

/** Adds up rows. The cost is null if no deployment had a price. */
function totalOf(rows: readonly Row[]) {
  const sum = (field: 'inputTokens' | 'outputTokens') => rows.reduce((total, row) => total + row[field], 0)
  const costs = rows.flatMap(({ costUsd }) => costUsd ?? [])
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    costUsd: rows.length > 0 && costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
  }
}

const costText = (dollars: number | null): string | null => (dollars === null ? null : formatCost(dollars))
