import { z } from 'zod'
import { endpoint, id, nothing, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { WebhookSecret, WebhookUrl } from './webhooks.ts'

/** What is exported, each in its own order. */
export const supervisionStreams = ['AuditLog', 'Conversations'] as const
export const SupervisionStream = z.enum(supervisionStreams)
export type SupervisionStream = (typeof supervisionStreams)[number]

/** The version of the exported lines, which docs/supervision-export.md describes. */
export const SUPERVISION_SCHEMA_VERSION = 1

/** Why entries weren’t exported the last time. `Status`: the receiver answered with a status that isn’t 2xx. */
export const supervisionErrors = [
  'Status',
  'Redirected',
  'Gone',
  'TimedOut',
  'Unreachable',
  'HostRefused',
  'SecretUnreadable',
  'NoFolder',
  'FolderUnavailable',
  'DiskFull',
] as const
export const SupervisionError = z.enum(supervisionErrors)
export type SupervisionError = (typeof supervisionErrors)[number]

/** `Paused` waits for someone to try again. `Retrying` goes on by itself. */
export const supervisionStates = ['Off', 'Paused', 'Retrying', 'Sending', 'UpToDate'] as const

/** How file names begin. They can't name another folder. */
const FileName = z
  .string()
  .trim()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits, and hyphens between them.')
  .max(limits.supervisionFileName)

const FileTarget = z.strictObject({ kind: z.literal('File'), fileName: FileName })
const webhookTarget = { kind: z.literal('Webhook'), url: WebhookUrl }

const ExportedStream = z.object({
  stream: SupervisionStream,
  /** The last entry that was exported. 0 if none was. */
  position: z.number().int(),
  waiting: z.number().int(),
  oldestWaitingAt: timestamp.nullable(),
})

export const SupervisionExport = z.object({
  supervisionExportId: id,
  name: z.string(),
  target: z.discriminatedUnion('kind', [FileTarget, z.strictObject(webhookTarget)]),
  /** Whether it includes the metadata of conversations, in the compliance mode *Strict*. */
  includesConversations: z.boolean(),
  /** Whether that metadata names people. Otherwise it has a pseudonym. */
  includesNames: z.boolean(),
  enabled: z.boolean(),
  state: z.enum(supervisionStates),
  lastSuccessAt: timestamp.nullable(),
  /** Null once entries were exported again. */
  lastError: SupervisionError.nullable(),
  /** The HTTP status of the answer with that error. */
  lastStatus: z.number().int().nullable(),
  nextAttemptAt: timestamp.nullable(),
  streams: z.array(ExportedStream),
  version: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const fields = {
  name: text(1, limits.supervisionExportName),
  includesConversations: z.boolean().default(false),
  includesNames: z.boolean().default(false),
  enabled: z.boolean(),
}

const base = '/api/internal/instanceSettings/supervisionExports' as const
const one = z.strictObject({ supervisionExportId: id })
const readers = ['InstanceSettingsRead'] as const
const writers = ['InstanceSettingsWrite'] as const

/** Requires the flag ShowInstanceSettingsPage, like the other instance settings. */
export const supervisionExports = {
  listSupervisionExports: endpoint({
    method: 'GET',
    path: base,
    access: readers,
    rate: 'read',
    audit: 'none',
    response: z.object({
      items: z.array(SupervisionExport).max(limits.supervisionExports),
      /** The folder that the operator set for files. Null if none is set. */
      folder: z
        .object({
          /** Null if it can’t be read. */
          freeBytes: z.number().int().nullable(),
        })
        .nullable(),
      /** Whether the compliance mode allows the export of metadata of conversations. */
      conversationsAreExported: z.boolean(),
    }),
    purpose: 'Lists all supervision exports with their states. Secrets are never returned.',
  }),
  createSupervisionExport: endpoint({
    method: 'POST',
    path: base,
    access: writers,
    rate: 'write',
    audit: 'supervisionExport.create',
    idempotency: 'optional',
    input: z.strictObject({
      ...fields,
      target: z.discriminatedUnion('kind', [
        FileTarget,
        z.strictObject({ ...webhookTarget, secret: WebhookSecret }),
      ]),
      /** Whether it starts with the first entry, or with those from now on. */
      start: z.enum(['Beginning', 'Now']).default('Beginning'),
    }),
    response: SupervisionExport,
    purpose: `Creates an export of the audit log to files or a signed webhook, up to ${limits.supervisionExports}. Files require SUPERVISION_EXPORT_DIR on the server.`,
  }),
  updateSupervisionExport: endpoint({
    method: 'PUT',
    path: `${base}/{supervisionExportId}`,
    access: writers,
    rate: 'write',
    audit: 'supervisionExport.update',
    params: one,
    input: z.strictObject({
      ...fields,
      target: z.discriminatedUnion('kind', [
        FileTarget,
        z.strictObject({
          ...webhookTarget,
          /** If absent, the stored one is kept. */
          secret: WebhookSecret.optional(),
        }),
      ]),
    }),
    response: SupervisionExport,
    etag: 'required',
    purpose: 'Updates a supervision export. Its kind stays. While it is off, audit log entries wait for it.',
  }),
  removeSupervisionExport: endpoint({
    method: 'DELETE',
    path: `${base}/{supervisionExportId}`,
    access: writers,
    rate: 'write',
    audit: 'supervisionExport.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a supervision export. What was exported stays where it is.',
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: `${base}/{supervisionExportId}/sendAgain`,
    access: writers,
    rate: 'write',
    audit: 'supervisionExport.sendAgain',
    idempotency: 'optional',
    params: one,
    input: z.strictObject({
      stream: SupervisionStream,
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('Position'), position: z.number().int().min(1) }),
        z.strictObject({ kind: z.literal('Time'), at: timestamp }),
      ]),
    }),
    response: SupervisionExport,
    purpose: 'Exports entries again from a position or a time on. No entries can be left out.',
  }),
  tryAgain: endpoint({
    method: 'POST',
    path: `${base}/{supervisionExportId}/tryAgain`,
    access: writers,
    rate: 'write',
    audit: 'supervisionExport.tryAgain',
    idempotency: 'none',
    params: one,
    response: SupervisionExport,
    purpose: 'Continues a paused export, or one that waits for its next attempt.',
  }),
}
