import { z } from 'zod'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

export const AuditOutcome = z.enum(['Done', 'Refused', 'Failed'])
/** The effect on the object as a whole: created, deleted, or neither. */
export const AuditEffect = z.enum(['Made', 'Changed', 'Removed'])

export const AuditActor = z.object({
  userId: id.nullable(),
  name: z.string(),
  kind: z.enum(['User', 'AccessKey', 'ConfigurationFiles', 'System']),
})

/** A changed field, by its path. Null means no value. For secrets, only the fact that they differ is known. */
export const AuditChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })

export const AuditEntryRow = z.object({
  auditEntryId: id,
  seq: z.number().int(),
  at: timestamp,
  actor: AuditActor,
  area: z.string(),
  verb: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  entityName: z.string(),
  outcome: AuditOutcome,
  /** Null if nothing was changed. */
  effect: AuditEffect.nullable(),
  /** Whether the entry published or enabled the object, or reverted that. Null for other entries. */
  turned: z.enum(['On', 'Off']).nullable(),
})

/** What restoring the object to its state before the entry would do now. */
export const AuditRestore = z.object({
  /** The error code that restoring would end with. Null if it is possible. */
  refusal: z.string().nullable(),
  changes: z.array(AuditChange),
  /** Fields that were changed but can't be restored. */
  leftOut: z.array(z.string()),
  /** The number of later changes to the object, which are reverted, too. */
  laterChanges: z.number().int(),
})

export const AuditEntry = AuditEntryRow.extend({
  changes: z.array(AuditChange),
  /** The reason given by the user. For a failed attempt, the error code. */
  reason: z.string().nullable(),
  requestId: z.string(),
  network: z.string().nullable(),
  userAgent: z.string().nullable(),
  previousHash: z.string(),
  hash: z.string(),
  restore: AuditRestore,
  /** The number of the newest change to the entry's object. It increases with each change. */
  version: z.number().int(),
})

export const AuditVerification = z.object({
  checked: z.number().int(),
  firstBroken: z.number().int().nullable(),
  /**
   * `Altered`: this entry or an earlier one was changed, moved or removed. `CutOff`: this entry and all later
   * ones are missing. `Replaced`: another entry is in its place.
   */
  error: z.enum(['Altered', 'CutOff', 'Replaced']).nullable(),
  /** The last entry recorded outside the database as the end of the log. Null if none is recorded. */
  notedOutside: z.number().int().nullable(),
})

const filter = {
  userId: id.optional(),
  area: z.string().max(100).optional(),
  entityId: z.string().max(200).optional(),
  outcome: AuditOutcome.optional(),
  /** Searches the names of people, objects and fields, and the IDs of objects. */
  search: text(0, limits.titleSearch).optional(),
  /** Inclusive start time. */
  from: timestamp.optional(),
  /** Exclusive end time. */
  to: timestamp.optional(),
}
const base = '/api/internal/configurationAuditLogs' as const
const one = z.strictObject({ auditEntryId: id })

export const configurationAuditLogs = {
  list: endpoint({
    method: 'GET',
    path: base,
    access: ['ConfigurationAuditLogRead'],
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, ...filter }),
    response: listOf(AuditEntryRow),
    purpose: 'Lists audit log entries, newest first, without their changes.',
  }),
  get: endpoint({
    method: 'GET',
    path: `${base}/{auditEntryId}`,
    access: ['ConfigurationAuditLogRead'],
    rate: 'read',
    audit: 'none',
    params: one,
    response: AuditEntry,
    etag: 'answers',
    purpose:
      'Returns an entry with its changes field by field, and a preview of restoring the previous version.',
  }),
  restore: endpoint({
    method: 'POST',
    path: `${base}/{auditEntryId}/restore`,
    access: ['ConfigurationAuditLogRead'],
    rate: 'write',
    audit: 'auditLog.restore',
    idempotency: 'none',
    params: one,
    input: z.strictObject({ reason: text(1, limits.auditReason) }),
    response: AuditEntry,
    etag: 'required',
    purpose:
      'Restores the object to its state before the entry, which reverts this change and all later ones. Also requires permission to change the object, runs the same checks as its page, and is recorded as a change to the object. Secrets, assignments, files, and disabled people aren’t restored.',
  }),
  export: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/export`,
    access: ['ConfigurationAuditLogRead'],
    rate: 'read',
    audit: 'auditLog.export',
    input: z.strictObject({ ...filter, format: z.enum(['csv', 'json']) }),
    response: nothing,
    purpose:
      'Exports matching entries with their changes, newest first, as CSV (RFC 4180, no cell is a formula) or JSON.',
  }),
  verify: endpoint({
    method: 'POST',
    path: `${base}/verify`,
    access: ['ConfigurationAuditLogRead'],
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    response: AuditVerification,
    purpose: 'Verifies all entries and returns the first one that was tampered with.',
  }),
}
