import { Readable } from 'node:stream'
import { type AnyReport, analytics as contract } from '@parlance/contract/analytics'
import { csvHead, csvLine } from '@parlance/contract/csv'
import type { Input } from '@parlance/contract/endpoint'
import { dayOf, periodBefore, periodOf } from '@parlance/contract/periodOf'
import { fewerThan5, LISTED_ROWS, type ReportName, reports } from '@parlance/contract/reports'
import type { Call } from '../../platform/http/call.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { addUpDays } from './days/daysStore.ts'
import { createAskersOf } from './reports/agentAskers.ts'
import { readReport } from './reports/reports.ts'
import { isReported, readLiveDays } from './reports/scopeStore.ts'
import * as store from './store.ts'

/** Counts the contents of the instance, how much it is used, and what that costs. */
export default function analyticsFeature(platform: Platform): void {
  const { clock, database, jobs } = platform
  const { db } = database
  const askersOf = createAskersOf()

  async function reportOf(
    reportName: ReportName,
    input: Input<typeof contract.getReport>,
  ): Promise<AnyReport> {
    const { reportingPeriod, gptSystemId = null } = input
    const now = clock.now()
    const period = periodOf(reportingPeriod, now)
    const columns = Object.entries(reports[reportName]).map(([name, unit]) => ({ name, unit }))
    const isKnown = gptSystemId === null || (await isReported(db, gptSystemId))
    const { from } = periodBefore(reportingPeriod, period)
    const live = await readLiveDays(db, { from, to: period.to })
    const asked = { ...period, reportingPeriod, gptSystemId, live, today: dayOf(now.getTime()), askersOf }
    const rows = isKnown ? await readReport(db, reportName, asked) : []
    return { reportName, ...period, columns, rows, totalRows: rows.length } as AnyReport
  }

  serve(platform, contract, {
    getCounts: () => store.readCounts(db),
    async getReport({ params: { reportName }, input }) {
      const report = await reportOf(reportName, input)
      // Days and hours are never cut off.
      const isList = !['QuestionsPerDay', 'AnswerTimes'].includes(reportName)
      return isList ? ({ ...report, rows: report.rows.slice(0, LISTED_ROWS) } as AnyReport) : report
    },
    async exportReport(call: Call<typeof contract.exportReport>) {
      const { params, input } = call
      const { reportName } = params
      const { from, to, columns, rows } = await reportOf(reportName, input)
      await call.change(async (_tx, record) => {
        const entity = { entityType: 'Report', entityId: reportName, entityName: reportName }
        record({ ...entity, before: {}, after: { ...input, from, to } })
      })
      const names = columns.map(({ name }) => name)
      const redactor = await platform.redaction.forExports()
      const isText = new Set(columns.filter(({ unit }) => unit === 'Text').map(({ name }) => name))
      const cell = (row: AnyReport['rows'][number], name: string) => {
        const value = cellOf(row, name)
        const isRedacted = redactor !== null && isText.has(name) && typeof value === 'string'
        return isRedacted ? redactor.redact(value).text : value
      }
      const lines = rows.map((row) => csvLine(names.map((name) => cell(row, name))))
      const bytes = Readable.from([csvHead(names), ...lines])
      return { name: `${reportName.toLowerCase()}-${from}-${to}.csv`, size: null, bytes }
    },
  })
  jobs.schedule('modelUsage.addUp', '29 3 * * *', () => store.addUpUsage(database))
  jobs.schedule('analytics.addUpDays', '7 * * * *', () => addUpDays(database, clock.now()))
}

/** A figure that is hidden reads the same as on the dashboard. */
function cellOf(row: AnyReport['rows'][number], name: string): string | number | null {
  const value = (row as unknown as Record<string, string | number | null>)[name] ?? null
  return value === fewerThan5 ? 'fewer than 5' : value
}
