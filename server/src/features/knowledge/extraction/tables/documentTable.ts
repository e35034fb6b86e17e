import type { DocumentBuilder } from '../../passages/documentText.ts'
import { createTable } from './rows.ts'
import { type Cell, emptyCell, repeatedCell, writtenCell } from './tableReader.ts'

/** A cell of a table in a document, and how many columns and rows it spans. */
export interface DocumentCell {
  text: string
  columns?: number
  rows?: number
}

/** A row of a table in a document. `isHeader`: the document says that it names the columns. */
export interface DocumentRow {
  cells: readonly DocumentCell[]
  isHeader: boolean
}

export interface DocumentTable {
  addRow(cells: DocumentRow['cells'], isHeader: boolean): void
  end(): void
}

/** No author needs more. A file that has more may be meant to fill the memory. */
const MAX_SPANNED_COLUMNS = 50
const MAX_SPANNED_ROWS = 500

/** Writes the rows of a table in a document. What spans several rows is in each, as a reader sees it. */
export function createDocumentTable(builder: DocumentBuilder): DocumentTable {
  const table = createTable(builder, { guessesHeader: false })
  /** Cells that reach into the next rows, by column. */
  let reaching = new Map<number, { cell: Cell; rows: number }>()

  return {
    addRow(cells, isHeader) {
      const row: Cell[] = []
      const next = new Map<number, { cell: Cell; rows: number }>()
      const put = (cell: Cell, rows: number) => {
        if (rows > 1) next.set(row.length, { cell, rows: rows - 1 })
        row.push(cell)
      }
      const putReaching = () => {
        for (let above = reaching.get(row.length); above; above = reaching.get(row.length))
          put(repeatedCell(above.cell), above.rows)
      }
      for (const { text, columns = 1, rows = 1 } of cells) {
        putReaching()
        const cell = writtenCell(text)
        const width = Math.min(Math.max(columns, 1), MAX_SPANNED_COLUMNS)
        for (let at = 0; at < width; at += 1) {
          // A name of several columns names each, and a value is in one.
          put(at === 0 || isHeader ? cell : emptyCell, Math.min(rows, MAX_SPANNED_ROWS))
        }
      }
      putReaching()
      reaching = next
      if (row.some((cell) => cell.text !== '')) table.add(row, { isHeader })
    },
    end: table.end,
  }
}

/** Writes a table whose rows are known. */
export function addTable(builder: DocumentBuilder, rows: readonly DocumentRow[]): void {
  const table = createDocumentTable(builder)
  for (const { cells, isHeader } of rows) table.addRow(cells, isHeader)
  table.end()
}
