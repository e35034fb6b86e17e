import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Cell, createTableReader, type Sheet, year } from '../extraction/tables/tableReader.ts'
import { columnLetters, quoted, ROW_NUMBER, safeName, uniqueName } from './names.ts'
import type { TypedColumn, TypedTable } from './typedTable.ts'
import { ColumnObserver, type ColumnReading, type NumberStyle, typedValue } from './values.ts'

const MOST_TABLES = 50
const MOST_COLUMNS = 200
const SAMPLE_ROWS = 3
const SAMPLE_CHARACTERS = 60
/** A column with more different values isn't a list of categories. */
const MOST_VALUES = 200
const VALUE_CHARACTERS = 80
const MOST_COMPARED = 100_000
/** The first cell of a row that adds up others. It would count twice. */
const sumRow =
  /^(?:(?:grand|sub)[ -]?)?totals?:?$|^sums?:?$|^(?:ال)?(?:مجموع|[إا]جمالي)(?: (?:الكلي|العام|كلي|عام))?:?$/i

/** Cells are looked at only up to the first one with a text. */
const isSumRow = (cells: readonly Cell[]) => sumRow.test(cells.find(({ text }) => text !== '')?.text ?? '')

/** A table as it is found while all of its rows are read for the first time. */
interface Found {
  sheet: Sheet
  names: readonly string[]
  observers: ColumnObserver[]
  rows: number
}

/**
 * Writes the tables of these sheets into an empty database, and returns what they are. The rows are read twice, first
 * to find out what the columns contain, so that a table of any length needs no memory of its own.
 */
export function buildTables(db: DatabaseSync, sheets: readonly Sheet[], fileTitle: string): TypedTable[] {
  const found = find(sheets)
  const taken = new Set<string>()
  const writers = found.map((table) => createWriter(db, table, uniqueName(nameOf(table, fileTitle), taken)))
  let at = -1
  db.exec('begin')
  readTables(sheets, {
    begin() {
      at += 1
    },
    row: (cells, number) => writers[at]?.add(cells, number),
  })
  db.exec('commit')
  return writers.map((writer) => writer.end()).filter(({ rows }) => rows > 0)
}

const nameOf = ({ sheet: { name } }: Found, fileTitle: string): string => {
  const isNamed = name !== null && !/^(?:sheet|tabelle|feuil|hoja|ورقة) ?\d*$/i.test(name)
  return safeName(isNamed ? name : fileTitle, 'data')
}

function find(sheets: readonly Sheet[]): Found[] {
  const found: Found[] = []
  let table: Found
  readTables(sheets, {
    begin(sheet, names) {
      table = { sheet, names, observers: [], rows: 0 }
      for (const name of names.slice(0, MOST_COLUMNS)) table.observers.push(new ColumnObserver(name))
      if (found.length < MOST_TABLES) found.push(table)
    },
    row(cells) {
      if (isSumRow(cells)) return
      table.rows += 1
      const columns = Math.min(cells.length, MOST_COLUMNS)
      while (table.observers.length < columns) table.observers.push(new ColumnObserver(''))
      for (let column = 0; column < columns; column += 1) table.observers[column]!.see(cells[column]!)
    },
  })
  return found
}

interface Rows {
  begin(sheet: Sheet, names: readonly string[]): void
  row(cells: readonly Cell[], number: number): void
}

/** Reads the rows of all tables in order. Rows above the first header of a sheet are a table without names. */
function readTables(sheets: readonly Sheet[], rows: Rows): void {
  for (const sheet of sheets) {
    let began = false
    const reader = createTableReader<number>(
      {
        note: () => undefined,
        begin(names) {
          began = true
          rows.begin(sheet, names ?? [])
        },
        row(cells, number) {
          if (!began) rows.begin(sheet, [])
          began = true
          rows.row(cells, number)
        },
      },
      { guessesHeader: true },
    )
    let number = 0
    for (const row of sheet.rows) {
      number += 1
      reader.add(row, number, sheet.place !== undefined && number === 1)
    }
    reader.end()
  }
}

interface Column extends TypedColumn {
  reading: ColumnReading
  seen: Set<string>
}

function createWriter(db: DatabaseSync, { sheet, names, observers }: Found, name: string) {
  const columns = columnsOf(names, observers)
  const declared = [
    `${ROW_NUMBER} integer primary key`,
    ...columns.flatMap(({ name, type, shown }) => [
      `${quoted(name)} ${storedAs[type]}`,
      ...(shown === null ? [] : [`${quoted(shown)} text`]),
    ]),
  ]
  db.exec(`create table ${quoted(name)} (${declared.join(', ')})`)
  const statement: StatementSync = db.prepare(
    `insert into ${quoted(name)} values (${declared.map(() => '?').join(', ')})`,
  )
  const table: TypedTable = {
    name,
    sheet: sheet.name,
    place: sheet.place ?? null,
    columns: [],
    rows: 0,
    firstRow: 0,
    lastRow: 0,
    leftOut: 0,
    sample: [],
  }

  /** Texts are compared only in tables of which that takes no time. */
  function isUnique(
    { name: column, type, filled }: Omit<TypedColumn, 'values'>,
    different: number | null,
  ): boolean {
    if (type !== 'TEXT' || filled < table.rows) return false
    if (different !== null || table.rows > MOST_COMPARED) return different === filled
    const counted = db.prepare(`select count(distinct ${quoted(column)}) as texts from ${quoted(name)}`)
    return (counted.get() as { texts: number }).texts === filled
  }

  return {
    add(cells: readonly Cell[], number: number): void {
      if (isSumRow(cells)) {
        table.leftOut += 1
        return
      }
      const values: (string | number | null)[] = [number]
      for (let at = 0; at < columns.length; at += 1) {
        const column = columns[at]!
        const cell = cells[at]
        const value = cell && !isCounted(cell, column) ? typedValue(cell, column.reading) : null
        values.push(value)
        if (column.shown !== null) values.push(cell && cell.text !== '' ? cell.text : null)
        if (value !== null) observe(column, value)
      }
      statement.run(...values)
      table.rows += 1
      if (table.firstRow === 0) table.firstRow = number
      table.lastRow = number
      if (table.sample.length < SAMPLE_ROWS)
        table.sample.push(columns.map((_, at) => (cells[at]?.text ?? '').slice(0, SAMPLE_CHARACTERS)))
    },
    end(): TypedTable {
      table.columns = columns.map(({ reading: _reading, seen, values, ...column }) => ({
        ...column,
        values: values && [...seen],
        isUnique: isUnique(column, values && seen.size),
      }))
      return table
    },
  }
}

/**
 * Whether a value was counted in the row above, with which its cell is merged. Words, dates, and years say what the rows
 * have in common, and a number belongs to them together.
 */
const isCounted = ({ isRepeated = false, text }: Cell, { type }: TypedColumn): boolean =>
  isRepeated && (type === 'INTEGER' || type === 'REAL') && !year.test(text)

const storedAs = { INTEGER: 'integer', REAL: 'real', TEXT: 'text', DATE: 'text', BOOLEAN: 'integer' } as const

function observe(column: Column, value: string | number): void {
  column.filled += 1
  if (column.type !== 'TEXT') {
    if (column.least === null || value < column.least) column.least = value
    if (column.greatest === null || value > column.greatest) column.greatest = value
    return
  }
  if (column.values === null || typeof value !== 'string') return
  if (column.seen.has(value)) return
  if (column.seen.size < MOST_VALUES && value.length <= VALUE_CHARACTERS) column.seen.add(value)
  else {
    column.values = null
    column.seen.clear()
  }
}

function columnsOf(names: readonly string[], observers: readonly ColumnObserver[]): Column[] {
  const styles = observers.map(({ style }) => style)
  // Numbers such as "1,234" can be read in two ways. Other columns of the table show which one is meant.
  const style: NumberStyle = styles.includes('Comma') && !styles.includes('Point') ? 'Comma' : 'Point'
  const taken = new Set([ROW_NUMBER])
  return observers.map((observer, at) => {
    const letters = columnLetters(at)
    const title = names[at] ?? ''
    const reading = observer.reading(style)
    const name = uniqueName(safeName(title, `column_${letters.toLowerCase()}`), taken)
    return {
      name,
      title,
      type: reading.type,
      unit: reading.unit,
      letters,
      shown: reading.type === 'TEXT' || observer.isPlain ? null : uniqueName(`${name}_shown`, taken),
      filled: 0,
      values: reading.type === 'TEXT' ? [] : null,
      isUnique: false,
      least: null,
      greatest: null,
      reading,
      seen: new Set<string>(),
    }
  })
}
