import { z } from 'zod'
import { endpoint, id, nothing } from './endpoint.ts'
import { modelPurposes } from './events.ts'
import { reportingPeriods, reportNames } from './reports.ts'

const count = z.number().int().nonnegative()
/** Counts for the last 24 hours and the last seven days, up to now. */
const lately = z.object({ lastDay: count, lastWeek: count })

const readers = {
  access: ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'],
  rate: 'read',
} as const
const reports = '/api/internal/analytics/reports' as const
const report = {
  params: z.strictObject({ reportName: z.enum(reportNames) }),
  input: z.strictObject({
    reportingPeriod: z.enum(reportingPeriods),
    /** A system agent. Without it, all agents count. */
    gptSystemId: id.optional(),
  }),
} as const

/** What one deployment used for one purpose. */
const TokensRow = z.object({
  languageEngine: z.string(),
  deploymentName: z.string(),
  purpose: z.enum(modelPurposes),
  calls: count,
  inputTokens: count,
  outputTokens: count,
  /** Null if the deployment had no price. */
  costUsd: z.number().nullable(),
})

export const analytics = {
  getCounts: endpoint({
    ...readers,
    method: 'GET',
    path: '/api/internal/analytics/counts',
    audit: 'none',
    response: z.object({
      agentsPublished: count,
      libraries: z.object({
        total: count,
        files: count,
        filesReady: count,
        filesFailed: count,
        passages: count,
      }),
      people: z.object({ total: count, activeLastWeek: count }),
      conversations: lately,
      questions: lately,
      answersFailedLastWeek: count,
    }),
    purpose:
      'Returns what the instance contains and how much it’s used. Totals only, nothing about individuals.',
  }),
  getReport: endpoint({
    ...readers,
    ...report,
    method: 'GET',
    path: `${reports}/{reportName}`,
    audit: 'none',
    response: z.object({
      reportName: z.enum(reportNames),
      /** The first and the last day. */
      from: z.iso.date(),
      to: z.iso.date(),
      columns: z.array(
        z.object({ name: TokensRow.keyof(), unit: z.enum(['Calls', 'Tokens', 'Usd']).nullable() }),
      ),
      rows: z.array(TokensRow),
    }),
    purpose:
      'Returns a report on a period. `Tokens`: what each deployment used and cost, by purpose. Nothing about individuals.',
  }),
  exportReport: endpoint({
    ...readers,
    ...report,
    kind: 'file',
    method: 'GET',
    path: `${reports}/{reportName}/export`,
    audit: 'analytics.export',
    response: nothing,
    purpose: 'Exports a report as CSV (RFC 4180, no cell is a formula), with the same columns.',
  }),
}
