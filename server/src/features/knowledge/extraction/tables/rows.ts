import {
  type CellSpan,
  createDocumentBuilder,
  type DocumentBuilder,
  type DocumentText,
  type Place,
  type TableRow,
} from '../../passages/documentText.ts'
import { type Cell, createTableReader, type Sheet } from './tableReader.ts'

/** So that a table of any length is read in little memory. */
const ROWS_OF_PART = 500
const SEPARATOR = ' | '

/**
 * Returns the text of sheets. Each row names its columns, because rows are found and quoted apart from their header:
 * "Region: North | Amount: 1,200".
 */
export function* sheetParts(sheets: Iterable<Sheet>): Generator<DocumentText> {
  const builder = createDocumentBuilder()
  for (const { name, rows, notes = [] } of sheets) {
    if (name !== null) builder.heading(1, name)
    const table = createTable(builder, { guessesHeader: true })
    let count = 0
    for (const row of rows) {
      count += 1
      table.add(row, { place: { ...(name !== null && { sheet: name }), row: count } })
      if (count % ROWS_OF_PART === 0) yield part(builder.drain())
    }
    table.end()
    builder.place(name === null ? null : { sheet: name })
    for (const note of notes) builder.block('paragraph', note)
    builder.place(null)
    yield part(builder.drain())
  }
}

const part = (drained: Pick<DocumentText, 'text' | 'blocks'>): DocumentText => ({
  ...drained,
  pages: null,
  pageIsPassage: false,
})

/** Returns the text of a cell on one line. */
const inOneLine = (text: string) =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
    : text

interface RowOptions {
  place?: Place
  /** Whether the file says that this row names the columns. */
  isHeader?: boolean
}

/** Writes the rows of a table. */
export function createTable(builder: DocumentBuilder, options: { guessesHeader: boolean }) {
  let header: readonly string[] | null = null
  /** Whether the next row is the first one of a table without names. */
  let isFirst = true

  function writeAt(
    place: Place | null,
    row: readonly Cell[],
    names: readonly string[] | null,
    begins?: TableRow['begins'],
  ): void {
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
      const isRepeated = cell.isRepeated && { isRepeated: true as const }
      cells.push({ column, start: text.length - value.length, end: text.length, ...isRepeated })
    })
    builder.block('table', text, { cells, begins })
  }

  const reader = createTableReader<Place | null>(
    {
      note(text, place) {
        if (place) builder.place(place)
        builder.block('paragraph', text)
      },
      begin(names, place) {
        header = names
        const cells = names?.map((text): Cell => ({ text, isValue: false }))
        if (cells) writeAt(place, cells, null, 'Names')
        isFirst = !cells
      },
      row(cells, place) {
        writeAt(place, cells, header, isFirst ? 'Values' : undefined)
        isFirst = false
      },
    },
    options,
  )
  return {
    add: (row: readonly Cell[], { place, isHeader = false }: RowOptions = {}) =>
      reader.add(row, place ?? null, isHeader),
    end: () => reader.end(),
  }
}
