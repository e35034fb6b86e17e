type Cell = string | number | null

/**
 * Matches where a spreadsheet would start a formula, also after invisible characters: at the start of a cell
 * and after characters that can split it. Some spreadsheets split cells at `;` and tabs, and respect quotes
 * only at the start of a cell.
 */
const FORMULA =
  /(^|[;\t\r\n])(?=(?:(?![\t\r\n])["\p{Z}\p{C}\p{Default_Ignorable_Code_Point}])*[=+\-@|＝＋－＠])|^(?=\s*[\t\r\n])/gu
const NUMBER = /^-?\d+(\.\d+)?$/
/** Marks the file as UTF-8 for spreadsheets. */
const BOM = '\uFEFF'

/** Returns an RFC 4180 cell that no spreadsheet runs as a formula. */
export function csvCell(value: Cell): string {
  const text = value === null ? '' : String(value)
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "$&'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`
/** Returns the first line, with the names of the columns. */
export const csvHead = (names: readonly string[]): string => `${BOM}${csvLine(names)}`
