import {
  type CellSpan,
  createDocumentBuilder,
  type DocumentBuilder,
  type DocumentText,
  type Place,
} from '../../passages/documentText.ts'

/** A cell as its program shows it. */
export interface Cell {
  text: string
  /** Whether it is a number, a date, or another value, rather than words. */
  isValue: boolean
}

/** Numbers with signs, currencies, and any separators, dates, and times. */
const value = /^[\p{Sc}\s(+−-]*\p{Nd}[\p{Nd}\s.,:/'’TZ+−-]*[%\p{Sc})]*$/u

/** Returns a cell of a file that has only the text of its cells. */
export function writtenCell(written: string): Cell {
  const text = written.trim()
  return { text, isValue: value.test(text) }
}

export interface Sheet {
  /** Null for a file that is one table. */
  name: string | null
  rows: Iterable<readonly Cell[]>
}

/** So that a table of any length is read in little memory. */
const ROWS_OF_PART = 500
/** More rows of names than that are data. */
const MAX_HEADER_ROWS = 3
const SEPARATOR = ' | '

/**
 * Returns the text of sheets. Each row names its columns, because rows are found and quoted apart from their header:
 * "Region: North | Amount: 1,200".
 */
export function* sheetParts(sheets: Iterable<Sheet>): Generator<DocumentText> {
  const builder = createDocumentBuilder()
  for (const { name, rows } of sheets) {
    if (name !== null) builder.heading(1, name)
    const table = createTable(builder, { guessesHeader: true })
    let count = 0
    for (const row of rows) {
      count += 1
      table.add(row, { place: { ...(name !== null && { sheet: name }), row: count } })
      if (count % ROWS_OF_PART === 0) yield part(builder.drain())
    }
    table.end()
    builder.place(null)
    yield part(builder.drain())
  }
}

const part = (drained: Pick<DocumentText, 'text' | 'blocks'>): DocumentText => ({
  ...drained,
  pages: null,
  pageIsPassage: false,
})

const filled = (row: readonly Cell[]) => row.filter(({ text }) => text !== '')
const isNames = (row: readonly Cell[]) =>
  filled(row).length > 1 && filled(row).every(({ isValue }) => !isValue)

const inOneLine = (text: string) =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
    : text

interface TableOptions {
  /** Whether a first row of words names the columns even if only words follow, as in a sheet. */
  guessesHeader: boolean
}

interface RowOptions {
  place?: Place
  /** Whether the file says that this row names the columns. */
  isHeader?: boolean
}

interface HeldRow {
  row: readonly Cell[]
  place: Place | null
}

/** Writes the rows of a table. An empty row can end one: the next row with names only begins another. */
export function createTable(builder: DocumentBuilder, { guessesHeader }: TableOptions) {
  let header: string[] | null = null
  /** Rows that can be a header, until a row of data shows whether they are. */
  let names: HeldRow[] = []
  let isStated = false
  let mayBegin = true

  function settle(isFollowedByData: boolean): void {
    const held = names
    const [first, ...more] = held
    names = []
    if (!first) return
    mayBegin = false
    // Several rows of names above values are one header. If everything is words, only the first row is.
    const areAll = isFollowedByData || isStated
    header = areAll || guessesHeader ? joined(areAll ? held.map(({ row }) => row) : [first.row]) : null
    if (header) {
      const cells = header.map((text): Cell => ({ text, isValue: false }))
      writeAt(first.place, cells, null)
    } else writeAt(first.place, first.row, null)
    if (!areAll) for (const { row, place } of more) writeAt(place, row, header)
  }

  function writeAt(place: Place | null, row: readonly Cell[], names: readonly string[] | null): void {
    if (place) builder.place(place)
    const cells: CellSpan[] = []
    let text = ''
    row.forEach((cell, column) => {
      if (cell.text === '') return
      const name = names?.[column] ?? ''
      const before = text === '' ? '' : SEPARATOR
      const label = name === '' || name === cell.text ? '' : `${name}: `
      // A row is a line, also if its cells have several.
      const value = inOneLine(cell.text)
      text += `${before}${label}${value}`
      cells.push({ column, start: text.length - value.length, end: text.length })
    })
    builder.block('table', text, cells)
  }

  return {
    add(row: readonly Cell[], { place, isHeader = false }: RowOptions = {}): void {
      const count = filled(row).length
      if (count === 0) {
        settle(false)
        mayBegin = true
        return
      }
      const mayName = isHeader || (mayBegin && !isStated && isNames(row))
      if (mayName && names.length < MAX_HEADER_ROWS) {
        isStated ||= isHeader
        names.push({ row, place: place ?? null })
        return
      }
      // A title or a note above or below the table.
      if (mayBegin && count === 1 && names.length === 0) {
        if (place) builder.place(place)
        builder.block('paragraph', filled(row)[0]?.text ?? '')
        return
      }
      settle(!isNames(row))
      mayBegin = false
      writeAt(place ?? null, row, header)
    },
    end: () => settle(false),
  }
}

/** Returns one name for each column from the rows of a header, such as "2024 Q1". */
function joined(rows: readonly (readonly Cell[])[]): string[] {
  const width = Math.max(...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, at) =>
    [...new Set(rows.map((row) => (row[at]?.text ?? '').replace(/\s+/g, ' ')))].join(' ').trim(),
  )
}
