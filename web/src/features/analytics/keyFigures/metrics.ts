import type { ReportRow } from '@parlance/contract/analytics'
import { type FigureUnit, reports } from '@parlance/contract/reports'
import type { More } from '../change.ts'

type Column = Exclude<keyof ReportRow<'Overview'>, 'from' | 'to'>

export interface Metric {
  column: Column
  unit: FigureUnit
  more: More
}

const metric = (column: Column, more: More): Metric => ({ column, unit: reports.Overview[column], more })

/** The metrics at the top of the dashboard. */
export const keyMetrics = [
  metric('questions', 'Better'),
  metric('people', 'Better'),
  metric('helpfulPercent', 'Better'),
  metric('firstTokenMedianSeconds', 'Worse'),
] as const

/** All metrics, for the table. */
export const allMetrics = [
  metric('questions', 'Better'),
  metric('people', 'Better'),
  metric('conversations', 'Better'),
  metric('helpfulPercent', 'Better'),
  metric('unansweredPercent', 'Worse'),
  metric('firstTokenMedianSeconds', 'Worse'),
  metric('medianSeconds', 'Worse'),
  metric('p95Seconds', 'Worse'),
  metric('tokens', 'Neutral'),
  metric('costUsd', 'Neutral'),
] as const
