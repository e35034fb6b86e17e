import { read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import { openArchive } from '../markup/openedArchive.ts'
import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import { type Cell, type Sheet, sheetParts } from './rows.ts'

/** Enough to recognize the language. */
const SAMPLE_CELLS = 500
/** What a column's name and the separators add to a cell, as a guess for the progress. */
const ADDED_LETTERS = 14

type Dense = NonNullable<WorkSheet['!data']>

/**
 * Opens a workbook of Excel or OpenDocument. Cells have the text that their program shows: results and not formulas,
 * numbers and dates in their format. Sheets that are hidden there aren't read.
 */
export async function openWorkbook(bytes: Buffer, isArchive: boolean): Promise<OpenedDocument> {
  if (isArchive) await openArchive(bytes)
  const workbook = parse(bytes)
  const shown = workbook.SheetNames.filter((_, at) => !workbook.Workbook?.Sheets?.[at]?.Hidden)
  const sheets = shown.map((name) => ({ name, sheet: workbook.Sheets[name] ?? {} }))
  return {
    pages: null,
    language: languageOf(sample(sheets.map(({ sheet }) => sheet))),
    characters: lengthOf(sheets.map(({ sheet }) => sheet)),
    parts: sheetParts(sheets.map(({ name, sheet }): Sheet => ({ name, rows: rowsOf(sheet) }))),
  }
}

function parse(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      // The format itself, for values that the library can't format with it.
      cellNF: true,
      dateNF: 'yyyy-mm-dd',
    })
  } catch (cause) {
    throw new Unreadable(/password/i.test(String(cause)) ? 'file.encrypted' : 'file.broken', { cause })
  }
}

const dataOf = (sheet: WorkSheet): Dense => sheet['!data'] ?? []

/** Yields the rows of a sheet. A cell merged over several rows is in each of them, as a reader sees it. */
function* rowsOf(sheet: WorkSheet): Generator<Cell[]> {
  const tall = (sheet['!merges'] ?? []).filter(({ s, e }) => e.r > s.r || e.c > s.c)
  const data = dataOf(sheet)
  const until = Math.max(data.length, ...tall.map(({ e }) => e.r + 1))
  for (let at = 0; at < until; at += 1) {
    const row = Array.from(data[at] ?? [], (cell): Cell => shownAs(cell))
    for (const { s, e } of tall) {
      if (at < s.r || at > e.r) continue
      const first = shownAs(data[s.r]?.[s.c])
      // Over columns, only names are repeated: a header that spans several, and not a value in several.
      const last = first.isValue ? s.c : e.c
      for (let column = s.c; column <= last; column += 1) {
        while (row.length <= column) row.push(empty)
        row[column] = first
      }
    }
    yield row
  }
}

const empty: Cell = { text: '', isValue: false }

function shownAs(cell: Dense[number][number] | undefined): Cell {
  if (!cell || cell.t === 'z') return empty
  const text = cell.w ?? (typeof cell.z === 'string' ? formatted(cell.z, cell.v) : String(cell.v ?? ''))
  return { text: text.trim(), isValue: cell.t !== 's' }
}

/** Points between the parts of a date are common where they aren't quoted, such as `dd.mm.yyyy`. */
const pointInDate = /(?<=[dmyhs])\.(?=[dmyhs])/gi

function formatted(format: string, value: unknown): string {
  try {
    return String(SSF.format(format.replaceAll(pointInDate, '\\.'), value))
  } catch {
    // A format that no program of today writes. The value itself is better than nothing.
    return String(value ?? '')
  }
}

function sample(sheets: readonly WorkSheet[]): string {
  const words: string[] = []
  for (const sheet of sheets)
    for (const row of dataOf(sheet))
      for (const cell of row ?? []) {
        if (cell?.t === 's') words.push(shownAs(cell).text)
        if (words.length === SAMPLE_CELLS) return words.join('\n')
      }
  return words.join('\n')
}

function lengthOf(sheets: readonly WorkSheet[]): number {
  let letters = 0
  for (const sheet of sheets)
    for (const row of dataOf(sheet))
      for (const cell of row ?? []) if (cell) letters += String(cell.w ?? cell.v ?? '').length + ADDED_LETTERS
  return letters
}
