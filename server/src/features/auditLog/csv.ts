import type { WholeEntry } from './store.ts'

/**
 * Where a spreadsheet would begin a formula: at a cell's start and after what it may split cells at (some do at `;` and
 * tabs, and only at a cell's start they heed quotes), also behind signs that nobody sees.
 */
const FORMULA =
  /(^|[;\t\r\n])(?=(?:(?![\t\r\n])["\p{Z}\p{C}\p{Default_Ignorable_Code_Point}])*[=+\-@|＝＋－＠])|^(?=\s*[\t\r\n])/gu
const NUMBER = /^-?\d+(\.\d+)?$/
/** Tells spreadsheets that this is UTF-8. */
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

/** A cell of RFC 4180 that no spreadsheet runs. */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "$&'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`

export const csvHead = (): string => `${BOM}${line(columns.map(([name]) => name))}`
export const csvLine = (entry: WholeEntry): string => line(columns.map(([, value]) => value(entry)))
