import Papa from 'papaparse'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import { decodeText } from '../sniff.ts'
import { sheetParts } from './rows.ts'
import { type Cell, type Sheet, writtenCell } from './tableReader.ts'

const SAMPLE_LETTERS = 20_000
/** How much is parsed at once, so that a table of any length is read in little memory. */
const PIECE_LETTERS = 1_000_000

/** Opens a table of separated values, whatever separates them. Values stay as they are written. */
export function openDelimited(bytes: Buffer): OpenedDocument {
  const { text, sheet } = delimitedSheet(bytes)
  return {
    pages: null,
    language: languageOf(text.slice(0, SAMPLE_LETTERS)),
    characters: text.length,
    parts: sheetParts([sheet]),
  }
}

export function delimitedSheet(bytes: Buffer): { text: string; sheet: Sheet } {
  // Empty lines at the end would count as rows with one value when the separator is detected.
  const text = decodeText(bytes)
    ?.replace(/^\uFEFF/, '')
    .trimEnd()
  if (text === undefined) throw new Unreadable('file.kind')
  return { text, sheet: { name: null, rows: { [Symbol.iterator]: () => rowsOf(text) } } }
}

interface Parsed {
  data: string[][]
  meta: { cursor: number }
}

function* rowsOf(text: string): Generator<Cell[]> {
  const { delimiter, linebreak } = Papa.parse<string[]>(text.slice(0, PIECE_LETTERS), { preview: 100 }).meta
  const parser = new Papa.Parser({ delimiter, newline: linebreak as '\n' })
  let from = 0
  let letters = PIECE_LETTERS
  while (from < text.length) {
    const to = Math.min(text.length, from + letters)
    // The last row of a piece can be incomplete, and is parsed with the next one.
    const { data, meta } = parser.parse(text.slice(from, to), 0, to < text.length) as Parsed
    for (const row of data) yield row.map(writtenCell)
    // A row that is longer than a piece needs a longer one.
    if (meta.cursor === 0 && to < text.length) letters *= 2
    else {
      from = to < text.length ? from + meta.cursor : to
      letters = PIECE_LETTERS
    }
  }
}
