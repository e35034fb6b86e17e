import {
  createDocumentBuilder,
  type DocumentBuilder,
  type DocumentText,
} from '../../passages/documentText.ts'

/** A cell as its program shows it. */
export interface Cell {
  text: string
  /** Whether it is a number, a date, or another value, rather than words. */
  isValue: boolean
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

/**
 * Returns the text of sheets. Each row names its columns, because rows are found and quoted apart from their header:
 * "Region: North | Amount: 1,200".
 */
export function* sheetParts(sheets: Iterable<Sheet>): Generator<DocumentText> {
  const builder = createDocumentBuilder()
  for (const { name, rows } of sheets) {
    if (name !== null) builder.heading(1, name)
    const table = createTable(builder)
    let count = 0
    for (const row of rows) {
      table.add(row)
      count += 1
      if (count % ROWS_OF_PART === 0) yield part(builder.drain())
    }
    table.end()
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

/** Writes the rows of a sheet. An empty row can end a table: the next one with names only begins another. */
function createTable(builder: DocumentBuilder) {
  let header: string[] | null = null
  /** Rows that can be a header, until a row of data shows whether they are. */
  let names: (readonly Cell[])[] = []
  let mayBegin = true

  function settle(isFollowedByData: boolean): void {
    const [first, ...more] = names
    names = []
    if (!first) return
    mayBegin = false
    // Several rows of names above values are one header. If everything is words, only the first row is.
    const rows = isFollowedByData ? [first, ...more] : [first]
    header = joined(rows)
    builder.block('table', header.filter((name) => name !== '').join(' | '))
    if (!isFollowedByData) for (const row of more) write(row)
  }

  function write(row: readonly Cell[]): void {
    const cells = row.flatMap(({ text }, at) => {
      if (text === '') return []
      const name = header?.[at] ?? ''
      return [name === '' || name === text ? text : `${name}: ${text}`]
    })
    builder.block('table', cells.join(' | '))
  }

  return {
    add(row: readonly Cell[]): void {
      const count = filled(row).length
      if (count === 0) {
        settle(false)
        mayBegin = true
        return
      }
      if (mayBegin && isNames(row) && names.length < MAX_HEADER_ROWS) {
        names.push(row)
        return
      }
      // A title or a note above or below the table.
      if (mayBegin && count === 1 && names.length === 0) {
        builder.block('paragraph', filled(row)[0]?.text ?? '')
        return
      }
      settle(!isNames(row))
      mayBegin = false
      write(row)
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
