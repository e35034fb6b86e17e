import { cutTo } from '../../../../platform/language/cutTo.ts'
import type { QueryRows, TypedTable, Value } from '../../../knowledge/index.ts'
import type { TableEvidence } from '../../sources/citations.ts'

/** A table with its name in the queries of an answer. */
export interface NamedTable extends TypedTable {
  as: string
}

const QUERY_CHARACTERS = 4000
const QUOTED_ROWS = 20
const QUOTE_CHARACTERS = 4000
/** More digits than that are rounding errors of sums. */
const DIGITS = 12

/** Returns a value without the rounding errors of its last digits. */
export const shownValue = (value: Value): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(DIGITS))) : (value ?? '')

/** Returns the tables that a query names. */
export function namedIn(sql: string, tables: readonly NamedTable[]): NamedTable[] {
  const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu))
  return tables.filter(({ as }) => words.has(as.toLowerCase()))
}

/** Returns where the table of a query begins in the text of its file, for the passage that its citation opens. */
export const beginningOf = (sql: string, tables: readonly NamedTable[]): number =>
  namedIn(sql, tables)[0]?.place?.start ?? 0

/** Describes the query, its rows, and where they are. `tables` are those of one file. */
export function evidenceOf(sql: string, result: QueryRows, tables: readonly NamedTable[]): TableEvidence {
  const used = namedIn(sql, tables)
  const [only] = used.length === 1 ? used : []
  const all = used.reduce((sum, { rows }) => sum + rows, 0)
  const rowsUsed = result.used?.rows ?? all
  return {
    query: cutTo(sql, QUERY_CHARACTERS),
    rowsUsed,
    ...(only && { page: only.place?.page ?? null, locator: locatorOf(only, result) }),
  }
}

function locatorOf(table: NamedTable, { read, used }: QueryRows): NonNullable<TableEvidence['locator']> {
  const names = new Set(read.find((one) => one.table === table.as)?.columns)
  const columns = table.columns.filter(
    ({ name, shown }) => names.has(name) || (shown !== null && names.has(shown)),
  )
  const [first, last] = [columns.at(0) ?? table.columns.at(0), columns.at(-1) ?? table.columns.at(-1)]
  const [from, to] = [used?.first ?? table.firstRow, used?.last ?? table.lastRow]
  return {
    ...(table.sheet !== null && { sheet: table.sheet }),
    ...(table.place?.number != null && { table: table.place.number }),
    ...(table.place?.slide != null && { slide: table.place.slide }),
    ...(first && last && { range: `${first.letters}${from}:${last.letters}${to}` }),
  }
}

/** Returns a result as lines with tabs between their cells, the first with the names of the columns. */
export function quoteOf({ columns, rows }: Pick<QueryRows, 'columns' | 'rows'>): string {
  const lines: string[] = []
  let characters = 0
  for (const row of [columns, ...rows.slice(0, QUOTED_ROWS)]) {
    const line = row.map((value) => shownValue(value).replace(/\s+/g, ' ')).join('\t')
    characters += line.length + 1
    if (characters > QUOTE_CHARACTERS && lines.length > 0) break
    lines.push(cutTo(line, QUOTE_CHARACTERS))
  }
  return lines.join('\n')
}
