import type { WholeEntry } from './store.ts'

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

const columns: [name: string, value: (entry: WholeEntry) => string | number | null][] = [
  ['seq', ({ seq }) => seq],
  ['at', ({ at }) => at],
  ['actor', ({ actor }) => actor.name],
  ['actorUserId', ({ actor }) => actor.userId],
  ['actorKind', ({ actor }) => actor.kind],
  ['area', ({ area }) => area],
  ['verb', ({ verb }) => verb],
  ['entityType', ({ entityType }) => entityType],
  ['entityId', ({ entityId }) => entityId],
  ['entityName', ({ entityName }) => entityName],
  ['outcome', ({ outcome }) => outcome],
  ['effect', ({ effect }) => effect],
  ['reason', ({ reason }) => reason],
  ['changes', ({ changes }) => JSON.stringify(changes)],
  ['requestId', ({ requestId }) => requestId],
  ['network', ({ network }) => network],
  ['userAgent', ({ userAgent }) => userAgent],
  ['auditEntryId', ({ auditEntryId }) => auditEntryId],
  ['previousHash', ({ previousHash }) => previousHash],
  ['hash', ({ hash }) => hash],
]

/** Returns an RFC 4180 cell that no spreadsheet runs as a formula. */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "$&'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`

export const csvHead = (): string => `${BOM}${line(columns.map(([name]) => name))}`
export const csvLine = (entry: WholeEntry): string => line(columns.map(([, value]) => value(entry)))
