import type { ReportName } from '@parlance/contract/reports'
import { analyticsTexts } from '../lang/en.ts'

type Key = keyof typeof analyticsTexts.english
export type ColumnName = Key extends infer K ? (K extends `column.${infer Name}` ? Name : never) : never

/** Columns whose name means something else in a report. */
const special: Partial<Record<ReportName, Partial<Record<ColumnName, Key>>>> = {
  Adoption: { name: 'column.group', people: 'column.asked' },
  Knowledge: { name: 'column.file' },
  Budgets: { name: 'column.budget' },
  Agents: { name: 'column.agent' },
  Costs: { name: 'column.agent' },
  Feedback: { name: 'column.agent' },
  PublicEndpoints: { name: 'column.agent' },
}

export const columnText = (reportName: ReportName, name: ColumnName): string =>
  analyticsTexts.text((special[reportName]?.[name] ?? `column.${name}`) as never)
