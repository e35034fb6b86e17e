import { read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import { openArchive } from '../markup/openedArchive.ts'
import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import { sheetParts } from './rows.ts'
import { sheetNotes } from './sheetNotes.ts'
import { type Cell, emptyCell, repeatedCell, type Sheet } from './tableReader.ts'

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
  const sheets = await shownSheets(bytes, isArchive)
  return {
    pages: null,
    language: languageOf(sample(sheets.map(({ sheet }) => sheet))),
    characters: lengthOf(sheets.map(({ sheet }) => sheet)),
    parts: sheetParts(sheets),
  }
}

/** Returns the sheets of a workbook that aren't hidden. */
export async function workbookSheets(bytes: Buffer, isArchive: boolean): Promise<Sheet[]> {
  return shownSheets(bytes, isArchive)
}

async function shownSheets(
  bytes: Buffer,
  isArchive: boolean,
): Promise<(Sheet & { name: string; sheet: WorkSheet })[]> {
  const notes = isArchive ? sheetNotes(await openArchive(bytes)) : new Map<string, string[]>()
  const workbook = parse(bytes)
  const shown = workbook.SheetNames.filter((_, at) => !workbook.Workbook?.Sheets?.[at]?.Hidden)
  const isFrom1904 = workbook.Workbook?.WBProps?.date1904 === true
  return shown.map((name) => {
    const sheet = workbook.Sheets[name] ?? {}
    const rows = { [Symbol.iterator]: () => rowsOf(sheet, isFrom1904) }
    return { name, sheet, rows, notes: notes.get(name) ?? [] }
  })
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
function* rowsOf(sheet: WorkSheet, isFrom1904: boolean): Generator<Cell[]> {
  const tall = (sheet['!merges'] ?? []).filter(({ s, e }) => e.r > s.r || e.c > s.c)
  const data = dataOf(sheet)
  const until = Math.max(data.length, ...tall.map(({ e }) => e.r + 1))
  for (let at = 0; at < until; at += 1) {
    const row = Array.from(data[at] ?? [], (cell): Cell => shownAs(cell, isFrom1904))
    for (const { s, e } of tall) {
      if (at < s.r || at > e.r) continue
      const shown = shownAs(data[s.r]?.[s.c], isFrom1904)
      const first = at > s.r ? repeatedCell(shown) : shown
      // Over columns, only names are repeated: a header that spans several, and not a value in several.
      const last = first.isValue ? s.c : e.c
      for (let column = s.c; column <= last; column += 1) {
        while (row.length <= column) row.push(emptyCell)
        row[column] = first
      }
    }
    yield row
  }
}

function shownAs(cell: Dense[number][number] | undefined, isFrom1904 = false): Cell {
  if (!cell || cell.t === 'z') return emptyCell
  const text = cell.w ?? (typeof cell.z === 'string' ? formatted(cell.z, cell.v) : String(cell.v ?? ''))
  const exact = exactOf(cell, isFrom1904)
  return { text: text.trim(), isValue: cell.t !== 's', ...(exact && { exact }) }
}

function exactOf(cell: Dense[number][number], isFrom1904: boolean): Cell['exact'] {
  if (!cell) return undefined
  if (cell.t === 'b') return { type: 'boolean', value: cell.v ? 1 : 0 }
  if (cell.t === 'd' && cell.v instanceof Date)
    return { type: 'date', value: isoOf(cell.v.toISOString().slice(0, 19).replace('T', ' ')) }
  if (cell.t !== 'n' || typeof cell.v !== 'number') return undefined
  if (typeof cell.z !== 'string' || !SSF.is_date(cell.z)) return { type: 'number', value: cell.v }
  const date = SSF.parse_date_code(cell.v, { date1904: isFrom1904 }) as DateParts | null
  // A time without a date, or one that the calendar of spreadsheets doesn't have.
  if (!date || date.y < 1900 || date.m === 0 || date.d === 0) return undefined
  const two = (part: number) => String(part).padStart(2, '0')
  const time = `${two(date.H)}:${two(date.M)}:${two(Math.floor(date.S))}`
  return { type: 'date', value: isoOf(`${date.y}-${two(date.m)}-${two(date.d)} ${time}`) }
}

type DateParts = Record<'y' | 'm' | 'd' | 'H' | 'M' | 'S', number>

/** Days have no time. */
const isoOf = (moment: string): string => moment.replace(/ 00:00:00$/, '')

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
