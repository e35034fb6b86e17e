import { Readable } from 'node:stream'
import { analytics as contract } from '@parlance/contract/analytics'
import { csvHead, csvLine } from '@parlance/contract/csv'
import type { Answer, Input } from '@parlance/contract/endpoint'
import type { Call } from '../../platform/http/call.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { periodOf } from './periodOf.ts'
import * as store from './store.ts'

const columns: Answer<typeof contract.getReport>['columns'] = [
  { name: 'languageEngine', unit: null },
  { name: 'deploymentName', unit: null },
  { name: 'purpose', unit: null },
  { name: 'calls', unit: 'Calls' },
  { name: 'inputTokens', unit: 'Tokens' },
  { name: 'outputTokens', unit: 'Tokens' },
  { name: 'costUsd', unit: 'Usd' },
]

/** Counts the contents of the instance, how much it is used, and what that costs. */
export default function analyticsFeature(platform: Platform): void {
  const { clock, database, jobs } = platform

  async function tokens({ reportingPeriod, gptSystemId }: Input<typeof contract.getReport>) {
    const period = periodOf(reportingPeriod, clock.now())
    return { ...period, rows: await store.readTokens(database.db, period, gptSystemId ?? null) }
  }

  serve(platform, contract, {
    getCounts: () => store.readCounts(database.db, clock.now()),
    getReport: async ({ params: { reportName }, input }) => ({
      reportName,
      columns,
      ...(await tokens(input)),
    }),
    async exportReport(call: Call<typeof contract.exportReport>) {
      const { params, input } = call
      const { reportName } = params
      const { from, to, rows } = await tokens(input)
      await call.change(async (_tx, record) => {
        const entity = { entityType: 'Report', entityId: reportName, entityName: reportName }
        record({ ...entity, before: {}, after: { ...input, from, to } })
      })
      const lines = rows.map((row) => csvLine(columns.map(({ name }) => row[name])))
      const bytes = Readable.from([csvHead(columns.map(({ name }) => name)), ...lines])
      return { name: `${reportName.toLowerCase()}-${from}-${to}.csv`, size: null, bytes }
    },
  })
  jobs.schedule('modelUsage.addUp', '29 3 * * *', () => store.addUpUsage(database))
}
