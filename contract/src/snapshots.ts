import { z } from 'zod'
import { Locator } from './conversationShapes.ts'
import { endpoint, id, listOf, nothing, timestamp } from './endpoint.ts'
import { segmentStatuses } from './events.ts'
import { limits } from './limits.ts'

/** Unguessable. Anyone signed in who has it can see the snapshot. */
const snapshotId = z.string().regex(/^[A-Za-z0-9_-]{32}$/)

const SnapshotRow = z.object({
  snapshotId,
  createdAt: timestamp,
  /** Null if it is available until revoked. */
  expiresAt: timestamp.nullable(),
})

/** A turn as it was when the snapshot was created. */
const SnapshotTurn = z.object({
  question: z.string(),
  /** Null if the answer consisted of quotes from documents that this reader can't see. */
  answer: z.string().nullable(),
  /** How the answer ended. Absent if the snapshot was created by a release that didn't record it. */
  status: z.enum(segmentStatuses).exclude(['Pending']).optional(),
  /** The agent that answered. */
  agentName: z.string(),
  createdAt: timestamp,
  /** Ordered by the answer's citation numbers. Empty for readers who can't use the agent. */
  citations: z.array(
    z.object({
      /** What the answer's text names it by, like `[3]`. */
      number: z.number().int(),
      title: z.string(),
      page: z.number().int().nullable(),
      locator: Locator.optional(),
      /** The address of a page of the web, and when it was read. */
      url: z.string().optional(),
      fetchedAt: timestamp.optional(),
      quote: z.string(),
    }),
  ),
  /** The names of the files sent with the question. Empty for readers who can't use the agent. */
  files: z.array(z.string()),
})

const Snapshot = z.object({
  snapshotId,
  title: z.string(),
  sharedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  /** The agent to continue with, if the reader can chat with it. */
  gptSystemId: id.nullable(),
  /** Quotes or files were left out, because this reader can't use their sources. */
  partial: z.boolean(),
  /** Personal data was replaced by placeholders, because the compliance mode is Strict. */
  redacted: z.boolean(),
  turns: z.array(SnapshotTurn),
})

const ofConversation = {
  path: '/api/internal/userConversations/{conversationId}/snapshots',
  access: 'signedIn',
  audit: 'none',
  params: z.strictObject({ conversationId: id }),
} as const

/**
 * Read-only copies of the visible branch of the user's own conversation, for anyone signed in who has the link.
 */
export const conversationSnapshots = {
  createSnapshot: endpoint({
    ...ofConversation,
    method: 'POST',
    rate: 'write',
    idempotency: 'optional',
    input: z.strictObject({
      /** If absent, the snapshot is available until revoked. */
      expiresInDays: z.number().int().min(1).max(limits.snapshotDays).optional(),
    }),
    response: SnapshotRow,
    purpose: 'Creates a read-only copy of the visible branch. Requires the AllowConversationSnapshots flag.',
  }),
  listSnapshots: endpoint({
    ...ofConversation,
    method: 'GET',
    rate: 'read',
    response: listOf(SnapshotRow),
    purpose: 'Lists the copies that can be read now, newest first. There are at most 20.',
  }),
  removeSnapshot: endpoint({
    ...ofConversation,
    method: 'DELETE',
    path: `${ofConversation.path}/{snapshotId}`,
    rate: 'write',
    params: ofConversation.params.extend({ snapshotId }),
    response: nothing,
    purpose: 'Revokes a copy. No one can read it anymore.',
  }),
}

export const snapshots = {
  get: endpoint({
    method: 'GET',
    path: '/api/internal/conversationSnapshots/{snapshotId}',
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: z.strictObject({ snapshotId }),
    response: Snapshot,
    purpose: 'Returns a shared conversation, without quotes and files of agents that the reader can’t use.',
  }),
}
