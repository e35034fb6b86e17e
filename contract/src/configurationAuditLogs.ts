import { z } from 'zod'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

export const AuditOutcome = z.enum(['Done', 'Refused', 'Failed'])
/** What became of the object as a whole: it came into being with the entry, went with it, or was there before and after. */
export const AuditEffect = z.enum(['Made', 'Changed', 'Removed'])

export const AuditActor = z.object({
  userId: id.nullable(),
  name: z.string(),
  kind: z.enum(['User', 'AccessKey', 'ConfigurationFiles', 'System']),
})

/** One field, named by its path; null stands for no value. Of secrets only that they differ is known. */
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
  /** Null where nothing was done. */
  effect: AuditEffect.nullable(),
  /** Whether it published or enabled the object, or took that back; null where it is about neither. */
  turned: z.enum(['On', 'Off']).nullable(),
})

/** What giving the object back the state from before the entry would do now. */
export const AuditRestore = z.object({
  /** The code of the error that it would end with; null where it can be done. */
  refusal: z.string().nullable(),
  changes: z.array(AuditChange),
  /** Fields that were others, and do not come back. */
  leftOut: z.array(z.string()),
  /** So many changes of the object came after the entry. They are taken back with it. */
  laterChanges: z.number().int(),
})

export const AuditEntry = AuditEntryRow.extend({
  changes: z.array(AuditChange),
  /** What whoever did it gave as the reason; of an attempt, the code of the error that it ended with. */
  reason: z.string().nullable(),
  requestId: z.string(),
  network: z.string().nullable(),
  userAgent: z.string().nullable(),
  previousHash: z.string(),
  hash: z.string(),
  restore: AuditRestore,
  /** The number of the newest change of the entry's object: another one after each change of it. */
  version: z.number().int(),
})

export const AuditVerification = z.object({
  checked: z.number().int(),
  firstBroken: z.number().int().nullable(),
  /** `Altered`: it, or one before it, was changed, moved or taken out. `CutOff`: it and all after it are gone. `Replaced`: another one stands in its place. */
  fault: z.enum(['Altered', 'CutOff', 'Replaced']).nullable(),
  /** The entry up to which the end of the log is noted outside of the database; null where it is not. */
  notedOutside: z.number().int().nullable(),
})

const filter = {
  userId: id.optional(),
  area: z.string().max(100).optional(),
  entityId: z.string().max(200).optional(),
  outcome: AuditOutcome.optional(),
  /** In the names of people, objects and fields, and in the ids of objects. */
  search: text(0, limits.titleSearch).optional(),
  /** From this moment on. */
  from: timestamp.optional(),
  /** Before this moment. */
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
