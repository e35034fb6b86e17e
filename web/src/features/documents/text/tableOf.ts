import type { Block, Piece } from '../data/api.ts'

interface TableCell {
  start: number
  end: number
}

interface Row {
  /** The number of a sheet's row. */
  row: number | undefined
  /** By column. A row without cells is shown as text over all columns. */
  cells: (TableCell | null)[] | null
  start: number
  end: number
}

interface Table {
  columns: number
  /** The names of the columns, if the row with them isn't among the rows. */
  names: string[] | null
  /** Whether the first row has the names. */
  hasHeader: boolean
  rows: Row[]
}

const SEPARATOR = ' | '
const AFTER_NAME = ': '

/** Returns the rows of consecutive blocks as a table. The names of columns are in front of their values. */
export function tableOf(text: Piece['text'], blocks: readonly Block[]): Table {
  const columns = Math.max(1, ...blocks.flatMap(({ cells = [] }) => cells.map(({ column }) => column + 1)))
  const names = namesIn(text, blocks, columns)
  const rows = blocks.map(({ row, cells, start, end }): Row => {
    const byColumn = new Map(cells?.map((cell) => [cell.column, cell]))
    return {
      row,
      cells: cells ? Array.from({ length: columns }, (_, column) => byColumn.get(column) ?? null) : null,
      start,
      end,
    }
  })
  const isName = (cell: TableCell | null, column: number) =>
    !cell || !names?.[column] || text.slice(cell.start, cell.end) === names[column]
  const hasHeader = names !== null && (rows[0]?.cells?.every(isName) ?? false)
  return { columns, names: hasHeader ? null : names, hasHeader, rows }
}

function namesIn(text: string, blocks: readonly Block[], columns: number): string[] | null {
  const names: string[] = Array.from({ length: columns }, () => '')
  for (const { start, cells = [] } of blocks) {
    let from = start
    for (const cell of cells) {
      const label = text.slice(from, cell.start)
      if (names[cell.column] === '' && label.endsWith(AFTER_NAME))
        names[cell.column] = label.slice(0, -AFTER_NAME.length)
      from = cell.end + SEPARATOR.length
    }
  }
  return names.every((name) => name === '') ? null : names
}
