import Papa from 'papaparse'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import { decodeText } from '../sniff.ts'
import { sheetParts, writtenCell } from './rows.ts'

const SAMPLE_LETTERS = 20_000

/** Opens a table of separated values, whatever separates them. Values stay as they are written. */
export function openDelimited(bytes: Buffer): OpenedDocument {
  // Empty lines at the end would count as rows with one value when the separator is detected.
  const text = decodeText(bytes)
    ?.replace(/^\uFEFF/, '')
    .trimEnd()
  if (text === undefined) throw new Unreadable('file.kind')
  const { data } = Papa.parse<string[]>(text, { header: false, skipEmptyLines: false })
  return {
    pages: null,
    language: languageOf(text.slice(0, SAMPLE_LETTERS)),
    characters: text.length,
    parts: sheetParts([{ name: null, rows: data.values().map((row) => row.map(writtenCell)) }]),
  }
}
