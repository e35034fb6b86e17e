import { csvHead, csvLine } from '@parlance/contract/csv'
import type { WholeEntry } from './store.ts'

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

export const head = (): string => csvHead(columns.map(([name]) => name))
export const lineOf = (entry: WholeEntry): string => csvLine(columns.map(([, value]) => value(entry)))
