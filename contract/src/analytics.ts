import { z } from 'zod'
import { endpoint, id, nothing } from './endpoint.ts'
import {
  type FigureUnit,
  fewerThan5,
  figureUnits,
  type ReportName,
  reportingPeriods,
  reportNames,
  reports,
  type ValueKind,
  valueKinds,
} from './reports.ts'

const count = z.number().int().nonnegative()

const readers = {
  access: ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'],
  rate: 'read',
} as const
const reportsPath = '/api/internal/analytics/reports' as const
const report = {
  params: z.strictObject({ reportName: z.enum(reportNames) }),
  input: z.strictObject({
    reportingPeriod: z.enum(reportingPeriods),
    /** A system agent. Without it, all agents count. `Adoption`, `Forecast` and
     * `Budgets` are always about all. */
    gptSystemId: id.optional(),
  }),
} as const

type Value<K extends FigureUnit | ValueKind> = K extends FigureUnit
  ? number | typeof fewerThan5 | null
  : K extends 'Hour' | 'Weekday'
    ? number
    : string | null

export type ReportRow<N extends ReportName> = {
  -readonly [C in keyof (typeof reports)[N]]: (typeof reports)[N][C] extends FigureUnit | ValueKind
    ? Value<(typeof reports)[N][C]>
    : never
}

export interface Report<N extends ReportName> {
  reportName: N
  /** The first and the last day. */
  from: string
  to: string
  columns: { name: string; unit: FigureUnit | ValueKind }[]
  rows: ReportRow<N>[]
  /** The number of rows, of which at most `LISTED_ROWS` are returned. */
  totalRows: number
}
export type AnyReport = { [N in ReportName]: Report<N> }[ReportName]

const figure = z.union([z.number(), z.literal(fewerThan5)]).nullable()
const isFigure = (kind: FigureUnit | ValueKind): kind is FigureUnit =>
  figureUnits.some((unit) => unit === kind)

function schemaOf(kind: FigureUnit | ValueKind) {
  if (isFigure(kind)) return figure
  return kind === 'Hour' || kind === 'Weekday' ? count : z.string().nullable()
}

const shapes = reportNames.map((reportName) =>
  z.object({
    reportName: z.literal(reportName),
    from: z.iso.date(),
    to: z.iso.date(),
    columns: z.array(z.object({ name: z.string(), unit: z.enum([...figureUnits, ...valueKinds]) })),
    rows: z.array(
      z.object(
        Object.fromEntries(Object.entries(reports[reportName]).map(([name, kind]) => [name, schemaOf(kind)])),
      ),
    ),
    totalRows: count,
  }),
)

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
      people: count,
    }),
    purpose: 'Returns what the instance contains. Totals only, nothing about individuals.',
  }),
  getReport: endpoint({
    ...readers,
    ...report,
    method: 'GET',
    path: `${reportsPath}/{reportName}`,
    audit: 'none',
    // Made from `reports`, which the type is made from too.
    response: z.discriminatedUnion(
      'reportName',
      shapes as [(typeof shapes)[number]],
    ) as unknown as z.ZodType<AnyReport>,
    purpose:
      'Returns a report on a period. Totals only, nothing about individuals: a figure over fewer than 5 people is `FewerThan5`.',
  }),
  exportReport: endpoint({
    ...readers,
    ...report,
    kind: 'file',
    method: 'GET',
    path: `${reportsPath}/{reportName}/export`,
    audit: 'analytics.export',
    response: nothing,
    purpose: 'Exports a report as CSV (RFC 4180, no cell is a formula), with the same columns and all rows.',
  }),
}
