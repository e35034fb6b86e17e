import { decodeEntities } from '@parlance/contract/markdown/entities'
import type { Token, Tokens } from 'marked'
import { isMissing, readColumns } from './numbers.ts'

/** More points can’t be told apart. */
export const maxRows = 500
/** More series can’t be told apart by color. */
export const maxSeries = 6
const maxColumns = 50

interface NumberColumn {
  /** The index of the column in the table. */
  index: number
  name: string
  values: (number | null)[]
  /** The unit that all values share. Empty if there is none. */
  unit: string
}

/** What a chart of a table can show. */
export interface TableData {
  /** The names of all columns. */
  names: string[]
  /** The text of the cells, row by row. */
  rows: string[][]
  numbers: NumberColumn[]
  /** Whether the table has more rows. */
  isCut: boolean
  /** The name of a last row with totals, which isn’t one of the rows. */
  total: string | null
}

/** Names of a row with totals, in the languages of most answers. */
const total = /^(grand )?total\b|^sum(me)?\b|^gesamt|^insgesamt|^(ال)?مجموع|^(ال)?إجمالي/iu

/** Returns the data of a table with numbers; null if it has none. */
export function dataOf(table: Tokens.Table): TableData | null {
  if (table.header.length < 2 || table.header.length > maxColumns) return null
  const names = table.header.map(({ tokens }) => textOf(tokens))
  const rows = table.rows.slice(0, maxRows).map((row) => row.map(({ tokens }) => textOf(tokens)))
  const isCut = table.rows.length > maxRows
  const last = isCut ? undefined : rows.at(-1)?.find((cell) => cell !== '')
  const hasTotal = last !== undefined && rows.length > 2 && total.test(last)
  if (hasTotal) rows.pop()
  const columns = readColumns(names.map((_, at) => rows.map((row) => row[at] ?? '')))
  const numbers = columns.flatMap((cells, index) => {
    if (!cells) return []
    const units = new Set(cells.flatMap((cell) => (cell ? [cell.unit] : [])))
    const unit = units.size === 1 ? [...units][0]! : ''
    return [{ index, name: names[index] ?? '', values: cells.map((cell) => cell?.value ?? null), unit }]
  })
  return numbers.length > 0 ? { names, rows, numbers, isCut, total: hasTotal ? last : null } : null
}

function textOf(tokens: readonly Token[]): string {
  const text = tokens
    .map((token) => {
      if (token.type === 'citation' || token.type === 'image') return ''
      if (token.type === 'br') return ' '
      if ('tokens' in token && token.tokens) return textOf(token.tokens)
      return 'text' in token ? decodeEntities(String(token.text)) : token.raw
    })
    .join('')
  return text.trim()
}

export type ChartKind = 'bar' | 'line' | 'pie'

/** What of a table is shown, and how. */
export interface ChartChoice {
  kind: ChartKind
  /** The index of the column with the labels. */
  label: number
  /** The indexes of the columns with the values. */
  series: number[]
}

const year = /^(1[5-9]|20|21)\d\d$/
const date = /^\d{4}-\d{2}(-\d{2})?$|^Q[1-4]\b/

/** Returns the chart that a table is first shown as. */
export function firstChoice({ names, rows, numbers }: TableData): ChartChoice {
  const label = names.findIndex((_, at) => numbers.every(({ index }) => index !== at))
  const chosen = label < 0 ? 0 : label
  const others = numbers.filter(({ index }) => index !== chosen)
  const like = others.filter(({ unit }) => unit === others[0]?.unit)
  const labels = rows.map((row) => row[chosen] ?? '')
  const isTime = labels.length > 2 && labels.every((text) => year.test(text) || date.test(text))
  return {
    kind: isTime ? 'line' : 'bar',
    label: chosen,
    series: like.slice(0, maxSeries).map(({ index }) => index),
  }
}

/** Whether a series can be a pie: two or more parts, and none below zero. */
export function canBePie({ numbers }: TableData, series: readonly number[]): boolean {
  const [only, ...more] = series
  if (only === undefined || more.length > 0) return false
  const values = numbers.find(({ index }) => index === only)?.values.filter((value) => value !== null) ?? []
  return values.every((value) => value >= 0) && values.filter((value) => value > 0).length >= 2
}

export interface Part {
  /** The index of the row; null for all others together. */
  row: number | null
  value: number
}

/** Returns the parts of a series, in the order of the table. The smallest are one part if there are many. */
export function partsOf({ numbers }: TableData, series: number): Part[] {
  const values = numbers.find(({ index }) => index === series)?.values ?? []
  const all = values.flatMap((value, row) => (value !== null && value > 0 ? [{ row, value }] : []))
  if (all.length <= maxSeries) return all
  const kept = new Set(all.toSorted((one, other) => other.value - one.value).slice(0, maxSeries - 1))
  const rest = all.filter((part) => !kept.has(part)).reduce((sum, { value }) => sum + value, 0)
  return [...all.filter((part) => kept.has(part)), { row: null, value: rest }]
}

/** Whether a cell is shown as it is in the table. */
export const shownCell = (cell: string | undefined): string =>
  cell === undefined || isMissing(cell) ? '–' : cell
