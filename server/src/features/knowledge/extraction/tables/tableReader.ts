/** A cell as its program shows it. */
export interface Cell {
  text: string
  /** Whether it is a number, a date, or another value, rather than words. */
  isValue: boolean
  /** What the program stores, if that is more exact than its text. Dates are ISO text. */
  exact?: { type: 'number' | 'boolean' | 'date'; value: number | string }
  /** Whether it is merged with the cell above it, whose text it repeats. */
  isRepeated?: boolean
}

/** Numbers with signs, currencies, and any separators, dates, and times. */
const value = /^[\p{Sc}\s(+−-]*\p{Nd}[\p{Nd}\s.,:/'’TZ+−-]*[%\p{Sc})]*$/u

/**
 * A cell of a file that has only the text of its cells. Only few are asked whether they are values, and finding that
 * out takes longer than reading them.
 */
class WrittenCell implements Cell {
  readonly text: string

  constructor(written: string) {
    this.text = written.trim()
  }

  get isValue(): boolean {
    return value.test(this.text)
  }
}

export const writtenCell = (written: string): Cell => new WrittenCell(written)

/** Returns a cell as it is shown in the next row that it reaches into. */
export const repeatedCell = ({ text, isValue, exact }: Cell): Cell => ({
  text,
  isValue,
  ...(exact && { exact }),
  isRepeated: true,
})

export const emptyCell: Cell = { text: '', isValue: false }

/** Where a table of a document is. */
export interface DocumentPlace {
  /** Its number among the tables of the document, or null if its heading says which one it is. */
  number: number | null
  page: number | null
  slide: number | null
  /** The position of its first row in the document's text. */
  start: number
}

export interface Sheet {
  /** The name of a sheet, or the heading above a table of a document. Null for a file that is one table. */
  name: string | null
  /** Can be iterated several times. */
  rows: Iterable<readonly Cell[]>
  /** Texts that are on the sheet but in no cell. */
  notes?: readonly string[]
  /** Set for a table of a document, whose first row has the names of its columns. */
  place?: DocumentPlace
}

/** What rows consist of, in their order. Each comes with the place that it was added with. */
export interface TableParts<Place> {
  /** A title or a note above or below a table. */
  note(text: string, place: Place): void
  /** A table begins, with one name for each of its columns, or null if it has none. Later rows belong to it. */
  begin(names: readonly string[] | null, place: Place): void
  row(cells: readonly Cell[], place: Place): void
}

interface TableOptions {
  /** Whether a first row of words names the columns even if only words follow, as in a sheet. */
  guessesHeader: boolean
}

/** More rows of names than that are data. */
const MAX_HEADER_ROWS = 3

const filled = (row: readonly Cell[]) => row.filter(({ text }) => text !== '')
export const year = /^(?:19|20)\d\d$/

/** Whether a row can be the names of columns: words, or several years after words. */
function isNames(row: readonly Cell[]): boolean {
  const cells = filled(row)
  const values = cells.filter(({ isValue }) => isValue)
  if (cells.length < 2) return false
  if (values.length === 0) return true
  const years = new Set(values.map(({ text }) => text).filter((text) => year.test(text)))
  return cells[0]?.isValue === false && years.size > 1 && years.size === values.length
}

/** Finds tables in rows. An empty row can end one: the next row with names only begins another. */
export function createTableReader<Place>(parts: TableParts<Place>, { guessesHeader }: TableOptions) {
  /** Rows that can be a header, until a row of data shows whether they are. */
  let names: { row: readonly Cell[]; place: Place }[] = []
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
    const header = areAll ? held : guessesHeader ? [first] : []
    parts.begin(header.length > 0 ? joined(header.map(({ row }) => row)) : null, first.place)
    if (header.length === 0) parts.row(first.row, first.place)
    if (!areAll) for (const { row, place } of more) parts.row(row, place)
  }

  return {
    /** `isHeader`: the file says that this row names the columns. */
    add(row: readonly Cell[], place: Place, isHeader = false): void {
      const count = filled(row).length
      if (count === 0) {
        settle(false)
        mayBegin = true
        return
      }
      const mayName = isHeader || (mayBegin && !isStated && isNames(row))
      if (mayName && names.length < MAX_HEADER_ROWS) {
        isStated ||= isHeader
        names.push({ row, place })
        return
      }
      if (mayBegin && count === 1 && names.length === 0) {
        parts.note(filled(row)[0]?.text ?? '', place)
        return
      }
      settle(!isNames(row))
      mayBegin = false
      parts.row(row, place)
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
