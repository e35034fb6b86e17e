import type { WholeEntry } from './store.ts'

/** What a spreadsheet would take for a formula, in the forms that it knows, behind spaces, too. */
const FORMULA = /^\s*[=+\-@\t\r\n|＝＋－＠]/
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
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`

export const csvHead = (): string => `${BOM}${line(columns.map(([name]) => name))}`
export const csvLine = (entry: WholeEntry): string => line(columns.map(([, value]) => value(entry)))
