import { type FigureUnit, figureUnits, type ValueKind } from '@parlance/contract/reports'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../lang/format.ts'
import { fullDay, hourName, weekdayName } from '../days.ts'
import type { Figure } from '../figures.ts'
import { figureText } from '../figureText.ts'

export interface TableColumn<Row> {
  name: string
  label: string
  kind: FigureUnit | ValueKind
  /** What a cell shows, if it isn’t just its value. */
  show?: (row: Row) => ReactNode
}

interface Props<Row> {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** As many columns fit next to each other on a phone. */
const MOST_ON_PHONE = 3

const units: readonly string[] = figureUnits
const isFigure = (kind: FigureUnit | ValueKind): kind is FigureUnit => units.includes(kind)

/** The rows of a report. The first column names each row. On a phone, a row with many columns is a list of labels and values. */
export function ReportTable<Row extends object>({ caption, columns, rows, keyOf }: Props<Row>) {
  return (
    <table className={columns.length > MOST_ON_PHONE ? 'report-table stacked' : 'report-table'}>
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, label, kind }, at) => (
            <th key={name} scope="col" data-text={at > 0 && !isFigure(kind) ? kind : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, at) =>
              at === 0 ? (
                <th key={column.name} scope="row">
                  {cellOf(row, column)}
                </th>
              ) : (
                <td
                  key={column.name}
                  className={isFigure(column.kind) ? 'num' : undefined}
                  data-text={isFigure(column.kind) ? undefined : column.kind}
                  data-label={column.label}
                >
                  {cellOf(row, column)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function cellOf<Row extends object>(row: Row, { name, kind, show }: TableColumn<Row>): ReactNode {
  if (show) return show(row)
  const value = (row as Record<string, Figure | string>)[name] ?? null
  if (isFigure(kind)) return figureText(value as Figure, kind)
  if (value === null) return '–'
  if (kind === 'Date') return fullDay(String(value))
  if (kind === 'Time') return formatMoment(String(value))
  if (kind === 'Hour') return hourName(Number(value))
  if (kind === 'Weekday') return weekdayName(Number(value), 'long')
  return <bdi>{value}</bdi>
}
