import { z } from 'zod'
import { endpoint, id, nothing, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

/** The areas of what is stored about a person, in the order in which an export shows them. */
export const dataAreas = [
  'Profile',
  'Roles',
  'Permissions',
  'Policies',
  'Sessions',
  'Conversations',
  'Attachments',
  'Images',
  'CodeFiles',
  'GeneratedImages',
  'Documents',
  'Imports',
  'Prompts',
  'Memories',
  'CustomInstructions',
  'Agents',
  'AgentPictures',
  'SharedWith',
  'Pins',
  'Uploads',
  'Archives',
  'Setups',
  'Consents',
  'Reminders',
  'Receipts',
  'Notifications',
  'NotificationChoices',
  'Usage',
  'Activity',
  'Supervision',
  'Reads',
  'ReadsOfOthers',
  'LegalHolds',
  'Exports',
  'TestVisits',
  'Authorship',
  'AuditLog',
] as const
export const DataArea = z.enum(dataAreas)
export type DataArea = (typeof dataAreas)[number]

/**
 * What erasing someone does to an area. `Unnamed`: it stays, but nothing says whose it was. `Kept`: it stays with an ID
 * or a name.
 */
export const erasedAs = ['Deleted', 'Unnamed', 'Kept'] as const
export type ErasedAs = (typeof erasedAs)[number]

const language = z.enum(['en', 'ar'])
const ofSelf = '/api/internal/currentUser' as const
const ofUser = '/api/internal/users/{userId}' as const
const ofErasures = '/api/internal/erasures' as const
const user = z.strictObject({ userId: id })
const oneExport = z.strictObject({ dataExportId: id })
const exportOfUser = user.extend({ dataExportId: id })

/** An export of everything stored about one person. */
export const DataExport = z.object({
  dataExportId: id,
  userId: id,
  personName: z.string(),
  requestedBy: id,
  requesterName: z.string(),
  /** Why someone else asked for it. Null if the person did. */
  reason: z.string().nullable(),
  /** `Waiting`: another export is created first. `Expired`: its file was deleted. */
  state: z.enum(['Waiting', 'Building', 'Ready', 'Failed', 'Expired']),
  /** Whether a third person has to approve that someone else downloads it. The person needs no approval. */
  approval: z.enum(['NotNeeded', 'Waiting', 'Given']),
  approvedBy: z.string().nullable(),
  /** In bytes. Null until it is ready. */
  size: z.number().nullable(),
  /** How many files it doesn’t contain, because it would be too large. It lists them. */
  filesLeftOut: z.number().int(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  /** When its file is deleted. Null until it is ready. */
  expiresAt: timestamp.nullable(),
  /** When someone else than the person first downloaded it. */
  downloadedAt: timestamp.nullable(),
})

const AreaCount = z.object({
  area: DataArea,
  erasedAs: z.enum(erasedAs),
  /** Counted up to a limit. */
  count: z.number().int(),
})

/** What erasing someone would delete, and what would remain. */
export const ErasurePreview = z.object({
  areas: z.array(AreaCount),
  /** The person’s named personal agents, which can be transferred before. */
  agents: z.number().int(),
  /** The username to enter as confirmation. */
  userName: z.string(),
})

/** A statement of what was erased. It doesn’t say of whom. */
export const Erasure = z.object({
  erasureId: id,
  /** Who wanted it: an administrator, the person, or no one since the user was deleted 30 days before. */
  cause: z.enum(['Administrator', 'Person', 'Deletion']),
  startedAt: timestamp,
  /** Null while it is under way. */
  finishedAt: timestamp.nullable(),
  areas: z.array(AreaCount.extend({ left: z.number().int().nullable() })),
})

const confirmation = z.strictObject({
  /** The username of the person, which shows that this person is meant. */
  confirmation: z.string().max(limits.userName),
})

/** Requests of people about their personal data. */
export const personalData = {
  createOwnExport: endpoint({
    method: 'POST',
    path: `${ofSelf}/dataExports`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'optional',
    input: z.strictObject({
      /** The language of its texts. */
      language,
    }),
    response: DataExport,
    purpose: `Starts an export of everything stored about you. You are notified when it is ready, and can download it for ${limits.dataExportDays} days. One at a time, and up to ${limits.dataExportsPerDay} within 24 hours. Not available if the instance doesn’t allow it.`,
  }),
  listOwnExports: endpoint({
    method: 'GET',
    path: `${ofSelf}/dataExports`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({
      items: z.array(DataExport).max(limits.dataExports),
      /** Whether you can start one. */
      allowed: z.boolean(),
    }),
    purpose:
      'Lists the exports of your data, also those that others asked for, with their reason. Newest first.',
  }),
  getOwnExport: endpoint({
    method: 'GET',
    path: `${ofSelf}/dataExports/{dataExportId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: oneExport,
    response: DataExport,
    purpose: 'Returns an export of your data.',
  }),
  downloadOwnExport: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${ofSelf}/dataExports/{dataExportId}/file`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: oneExport,
    response: nothing,
    purpose: 'Downloads an export of your data as a ZIP archive.',
  }),
  createExport: endpoint({
    method: 'POST',
    path: `${ofUser}/dataExports`,
    access: ['UserWrite'],
    rate: 'write',
    audit: 'dataExport.create',
    idempotency: 'optional',
    params: user,
    input: z.strictObject({
      reason: text(limits.readReason.min, limits.readReason.max),
      /** The language of its texts. Defaults to the language of the person’s emails. */
      language: language.optional(),
    }),
    response: DataExport,
    purpose:
      'Starts an export of everything stored about a user, who is notified of it with the reason, and can download it. Not available for users with permissions you don’t have.',
  }),
  listExports: endpoint({
    method: 'GET',
    path: `${ofUser}/dataExports`,
    access: ['UserWrite', 'UserConversationsRead'],
    rate: 'read',
    audit: 'none',
    params: user,
    response: z.object({
      items: z.array(DataExport).max(limits.dataExports),
      /** Whether the next one needs the approval of a third person before someone else can download it. */
      needsApproval: z.boolean(),
    }),
    purpose: 'Lists the exports of a user’s data that others asked for, newest first.',
  }),
  getExport: endpoint({
    method: 'GET',
    path: `${ofUser}/dataExports/{dataExportId}`,
    access: ['UserWrite', 'UserConversationsRead'],
    rate: 'read',
    audit: 'none',
    params: exportOfUser,
    response: DataExport,
    purpose: 'Returns an export of a user’s data that someone else asked for.',
  }),
  approveExport: endpoint({
    method: 'POST',
    path: `${ofUser}/dataExports/{dataExportId}/approve`,
    access: ['UserConversationsRead'],
    rate: 'write',
    audit: 'dataExport.approve',
    idempotency: 'none',
    params: exportOfUser,
    input: nothing,
    response: DataExport,
    purpose: 'Approves the download, for anyone but the one who asked for it and the person concerned.',
  }),
  downloadExport: endpoint({
    kind: 'file',
    method: 'POST',
    path: `${ofUser}/dataExports/{dataExportId}/file`,
    access: ['UserConversationsRead'],
    rate: 'write',
    audit: 'dataExport.download',
    idempotency: 'none',
    params: exportOfUser,
    input: nothing,
    response: nothing,
    purpose:
      'Downloads an export that you asked for as a ZIP archive. It contains conversations, so it requires the permission to read them and, if the instance requires it, the approval of a third person. Each download is recorded.',
  }),
  previewErasure: endpoint({
    method: 'GET',
    path: `${ofUser}/erasure`,
    access: ['UserWrite'],
    rate: 'read',
    audit: 'none',
    params: user,
    response: ErasurePreview,
    purpose: 'Counts what erasing a user would delete, and what would remain.',
  }),
  erase: endpoint({
    method: 'POST',
    path: `${ofUser}/erasure`,
    access: ['UserWrite'],
    rate: 'write',
    audit: 'user.erase',
    idempotency: 'none',
    params: user,
    input: confirmation,
    response: Erasure,
    purpose:
      'Deletes a user and erases their personal data now instead of after 30 days. This can’t be undone. Not available for users with permissions you don’t have.',
  }),
  previewOwnErasure: endpoint({
    method: 'GET',
    path: `${ofSelf}/erasure`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: ErasurePreview.extend({
      /** Whether you can erase yourself. */
      allowed: z.boolean(),
    }),
    purpose: 'Counts what erasing your account would delete, and what would remain.',
  }),
  eraseOwn: endpoint({
    method: 'POST',
    path: `${ofSelf}/erasure`,
    access: 'signedIn',
    rate: 'write',
    audit: 'user.erase',
    idempotency: 'none',
    input: confirmation,
    response: z.object({ erasureId: id }),
    purpose:
      'Deletes your account, erases your personal data, and signs you out everywhere. This can’t be undone. Not available if the instance doesn’t allow it.',
  }),
  listErasures: endpoint({
    method: 'GET',
    path: ofErasures,
    access: ['UserWrite'],
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(Erasure).max(limits.erasures) }),
    purpose: 'Lists the statements of what was erased, newest first. They don’t name anyone.',
  }),
  getErasure: endpoint({
    method: 'GET',
    path: `${ofErasures}/{erasureId}`,
    access: ['UserWrite'],
    rate: 'read',
    audit: 'none',
    params: z.strictObject({ erasureId: id }),
    response: Erasure,
    purpose: 'Returns a statement of what was erased.',
  }),
  downloadStatement: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${ofErasures}/{erasureId}/file`,
    access: ['UserWrite'],
    rate: 'read',
    audit: 'none',
    params: z.strictObject({ erasureId: id }),
    input: z.strictObject({ language, format: z.enum(['html', 'json']) }),
    response: nothing,
    purpose: 'Downloads a statement of what was erased, what remains, and why.',
  }),
  previewTransfer: endpoint({
    method: 'GET',
    path: `${ofUser}/transferAgents`,
    access: ['UserWrite'],
    rate: 'read',
    audit: 'none',
    params: user,
    response: z.object({
      /** How many named personal agents the user has. */
      agents: z.number().int(),
      /** Only a disabled user’s agents can be transferred, and are listed. */
      canSignIn: z.boolean(),
      items: z
        .array(
          z.object({
            gptSystemId: id,
            name: z.string(),
            isPublished: z.boolean(),
            versions: z.number().int(),
            /** The number of people and groups that it is shared with. */
            shares: z.number().int(),
            /** How many other people have chatted with it. */
            people: z.number().int(),
          }),
        )
        .max(limits.transferredAgents),
    }),
    purpose: 'Lists the personal agents of a disabled user, with who uses them.',
  }),
  transferAgents: endpoint({
    method: 'POST',
    path: `${ofUser}/transferAgents`,
    access: ['UserWrite'],
    rate: 'write',
    audit: 'personalAgent.handOver',
    idempotency: 'none',
    params: user,
    input: z.strictObject({
      toUserId: id,
      /** If absent, all. */
      gptSystemIds: z.array(id).min(1).max(limits.transferredAgents).optional(),
    }),
    response: z.object({
      transferred: z.number().int(),
      /** How many are left, if there are more than one call transfers. */
      left: z.number().int(),
    }),
    purpose: `Transfers personal agents of a disabled user with all their versions, up to ${limits.transferredAgents} at once. Their file libraries stay linked if the new owner has access to them. Not available for users with permissions you don’t have.`,
  }),
}
