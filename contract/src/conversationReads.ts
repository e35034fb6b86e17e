import { z } from 'zod'
import { endpoint, id, text, timestamp } from './endpoint.ts'
import { segmentStatuses } from './events.ts'
import { limits } from './limits.ts'

/** Someone’s time-limited permission to read the conversations of one person, or of one visitor. */
export const ConversationRead = z.object({
  conversationReadId: id,
  /** Whose conversations are read. Null for a visitor. */
  userId: id.nullable(),
  /** The visitor’s session. Null for a user. */
  sessionIdentifier: id.nullable(),
  /** The person’s name, or the name of the page’s agent for a visitor. */
  personName: z.string(),
  /** Who reads them. */
  readerId: id,
  readerName: z.string(),
  reason: z.string(),
  createdAt: timestamp,
  /** `Waiting`: for the approval of a second person. `Ended`: its time is over, or no one approved it in time. */
  state: z.enum(['Waiting', 'Open', 'Ended']),
  /** Who approved it. Null unless it needed that. */
  approvedBy: z.string().nullable(),
  /** Until when it can be used or, while it waits, approved. */
  expiresAt: timestamp,
  /** What was opened with it, the latest first. */
  opened: z.array(z.object({ conversationId: id, title: z.string(), at: timestamp })),
})

const one = z.strictObject({ conversationReadId: id })
const base = '/api/internal/conversationReads' as const
const readers = ['UserConversationsRead'] as const

/** Reading other people’s conversations: for a reason, for an hour, and never unnoticed. */
export const conversationReads = {
  open: endpoint({
    method: 'POST',
    path: '/api/internal/users/{userId}/conversationReads',
    access: readers,
    rate: 'write',
    audit: 'conversationRead.open',
    idempotency: 'optional',
    params: z.strictObject({ userId: id }),
    input: z.strictObject({ reason: text(limits.readReason.min, limits.readReason.max) }),
    response: ConversationRead,
    purpose: `Allows the caller to read the conversations of another person for ${limits.conversationReadMinutes} minutes, and notifies that person. If the instance requires approval, the time begins when someone else approves it, within ${limits.readApprovalHours} hours.`,
  }),
  listVisitors: endpoint({
    method: 'GET',
    path: '/api/internal/publicSessions',
    access: readers,
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      gptSystemId: id.optional(),
      /** The sessions after this one. */
      after: id.optional(),
    }),
    response: z.object({
      items: z.array(
        z.object({
          sessionIdentifier: id,
          gptSystemId: id,
          agentName: z.string(),
          createdAt: timestamp,
          lastActivityAt: timestamp,
          conversations: z.number().int(),
        }),
      ),
      hasMore: z.boolean(),
      /** The agents by which the list can be filtered: those with a public page, by name. Empty for later pages. */
      agents: z.array(z.object({ gptSystemId: id, agentName: z.string() })).max(limits.visitorAgents),
    }),
    purpose:
      'Lists the sessions of visitors who asked something, those with the latest activity first. It shows nothing of what they asked. Test sessions aren’t among them.',
  }),
  openOfVisitor: endpoint({
    method: 'POST',
    path: '/api/internal/publicSessions/{sessionIdentifier}/conversationReads',
    access: readers,
    rate: 'write',
    audit: 'conversationRead.open',
    idempotency: 'optional',
    params: z.strictObject({ sessionIdentifier: id }),
    input: z.strictObject({ reason: text(limits.readReason.min, limits.readReason.max) }),
    response: ConversationRead,
    purpose:
      'As `open`, for the conversations of a visitor. The visitor sees in the chat when, why, and by whom it was read.',
  }),
  list: endpoint({
    method: 'GET',
    path: base,
    access: readers,
    rate: 'read',
    audit: 'none',
    response: z.object({
      items: z.array(ConversationRead).max(limits.conversationReads),
      /** Whether what the caller opens next needs the approval of a second person. */
      needsApproval: z.boolean(),
    }),
    purpose:
      'Lists what the caller opened, and what waits for the caller’s approval, the latest first. People with access to the audit log find all others there.',
  }),
  approve: endpoint({
    method: 'POST',
    path: `${base}/{conversationReadId}/approve`,
    access: readers,
    rate: 'write',
    audit: 'conversationRead.approve',
    idempotency: 'none',
    params: one,
    input: z.strictObject({}),
    response: ConversationRead,
    purpose: 'Approves reading, for anyone but the reader and the person concerned. The time begins now.',
  }),
  close: endpoint({
    method: 'POST',
    path: `${base}/{conversationReadId}/close`,
    access: readers,
    rate: 'write',
    audit: 'conversationRead.close',
    idempotency: 'none',
    params: one,
    input: z.strictObject({}),
    response: ConversationRead,
    purpose: 'Ends the caller’s own reading before its time is over.',
  }),
  listConversations: endpoint({
    method: 'GET',
    path: `${base}/{conversationReadId}/conversations`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({
      /** The conversations after this one. */
      after: id.optional(),
      search: text(0, limits.titleSearch).default(''),
    }),
    response: z.object({
      items: z.array(
        z.object({
          conversationId: id,
          title: z.string(),
          agentName: z.string(),
          createdAt: timestamp,
          lastActivityAt: timestamp,
          archived: z.boolean(),
        }),
      ),
      hasMore: z.boolean(),
    }),
    purpose:
      'Lists the person’s conversations, those with the latest activity first. Deleted ones, temporary ones, and test chats aren’t among them.',
  }),
  openConversation: endpoint({
    method: 'POST',
    path: `${base}/{conversationReadId}/conversations/{conversationId}/open`,
    access: readers,
    rate: 'write',
    audit: 'conversationRead.read',
    idempotency: 'none',
    params: one.extend({ conversationId: id }),
    input: z.strictObject({}),
    response: z.object({
      conversationId: id,
      title: z.string(),
      agentName: z.string(),
      createdAt: timestamp,
      /** Whether earlier questions are left out. */
      isShortened: z.boolean(),
      turns: z.array(
        z.object({
          conversationSegmentId: id,
          question: z.string(),
          answer: z.string(),
          status: z.enum(segmentStatuses),
          agentName: z.string(),
          askedAt: timestamp,
          /** The titles of what the answer cites. */
          sources: z.array(z.string()),
          /** The names of the files sent with the question, which can’t be opened here. */
          files: z.array(z.string()),
          images: z.number().int(),
        }),
      ),
    }),
    purpose:
      'Returns the visible branch of a conversation. Each call is recorded, and the person sees when it was opened.',
  }),
}

/** Part of the group `currentUser`. */
export const readsOfOneself = {
  listConversationReads: endpoint({
    method: 'GET',
    path: '/api/internal/currentUser/conversationReads',
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(ConversationRead).max(limits.conversationReads) }),
    purpose: 'Lists who has read the caller’s conversations, when, why, and which ones, the latest first.',
  }),
}
