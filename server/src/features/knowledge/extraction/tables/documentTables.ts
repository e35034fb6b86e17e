import { countWords } from '../../../../platform/language/countWords.ts'
import { PASSAGE_WORDS } from '../../passages/cut.ts'
import { type Block, type DocumentText, SEPARATOR, type TableRow } from '../../passages/documentText.ts'
import {
  type Cell,
  type DocumentPlace,
  emptyCell,
  repeatedCell,
  type Sheet,
  writtenCell,
} from './tableReader.ts'

interface Row {
  text: string
  cells: TableRow['cells']
}

interface Table {
  heading: string
  place: DocumentPlace & { number: number }
  rows: Row[]
  words: number
}

/**
 * Collects the tables with a header that don't fit in a passage from what a document's reader returns. What can be seen
 * as a whole needs no query, and most small tables are only a layout.
 */
export class DocumentTables {
  readonly #tables: Table[] = []
  /** The table that the next row belongs to. */
  #open: Table | null = null
  #begun = 0

  /** Adds the next part of a document. `before` is the length of the parts before it. */
  add({ text, blocks }: DocumentText, before: number): void {
    for (const block of blocks) {
      const { row, place } = block
      // A sheet that is attached to an email comes as text, without its exact values.
      if (row && place?.row === undefined) this.#addRow(block, row, text, before)
      else this.#open = null
    }
  }

  #addRow(block: Block, { cells, begins }: TableRow, text: string, before: number): void {
    const row = { text: text.slice(block.start, block.end), cells }
    if (begins) {
      this.#begun += 1
      this.#open = begins === 'Names' ? beginningAt(block, this.#begun, before) : null
      if (this.#open) this.#tables.push(this.#open)
    }
    if (!this.#open) return
    this.#open.rows.push(row)
    this.#open.words += countWords(row.text)
  }

  get #long(): Table[] {
    return this.#tables.filter(({ words }) => words > PASSAGE_WORDS)
  }

  get isEmpty(): boolean {
    return this.#long.length === 0
  }

  sheets(): Sheet[] {
    const long = this.#long
    return long.map(({ heading, place, rows }) => {
      const isAlone = heading !== '' && long.filter((one) => one.heading === heading).length === 1
      return {
        name: heading === '' ? null : (heading.split(SEPARATOR).at(-1) ?? heading),
        rows: { [Symbol.iterator]: () => cellsOf(rows) },
        place: isAlone ? { ...place, number: null } : place,
      }
    })
  }
}

function beginningAt({ heading, page, place, start }: Block, number: number, before: number): Table {
  const slide = place?.slide ?? null
  return { heading, place: { number, page, slide, start: before + start }, rows: [], words: 0 }
}

function* cellsOf(rows: readonly Row[]): Generator<Cell[]> {
  for (const { text, cells } of rows) {
    const row: Cell[] = []
    for (const { column, start, end, isRepeated } of cells) {
      while (row.length < column) row.push(emptyCell)
      const cell = writtenCell(text.slice(start, end))
      row.push(isRepeated ? repeatedCell(cell) : cell)
    }
    yield row
  }
}
