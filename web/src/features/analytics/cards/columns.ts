import type { ReportRow } from '@parlance/contract/analytics'
import { type FigureUnit, type ReportName, reports, type ValueKind } from '@parlance/contract/reports'
import type { ReactNode } from 'react'
import { type ColumnName, columnText } from './columnText.ts'
import type { TableColumn } from './ReportTable.tsx'

type Names<N extends ReportName> = keyof ReportRow<N> & ColumnName

/** Describes columns of a report for its table. `shows` has cells that aren’t just values. */
export function columnsOf<N extends ReportName>(
  reportName: N,
  names: readonly Names<N>[],
  shows: Partial<Record<Names<N>, (row: ReportRow<N>) => ReactNode>> = {},
): TableColumn<ReportRow<N>>[] {
  const kinds = reports[reportName] as Record<string, FigureUnit | ValueKind>
  return names.map((name) => ({
    name,
    label: columnText(reportName, name),
    kind: kinds[name]!,
    ...(shows[name] && { show: shows[name] }),
  }))
}
