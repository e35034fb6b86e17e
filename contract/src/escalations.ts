import { z } from 'zod'
import { endpoint, id, timestamp } from './endpoint.ts'
import { EmailAddress } from './escalationTarget.ts'
import { segmentStatuses } from './events.ts'
import { limits } from './limits.ts'
import { deliveryErrors } from './webhooks.ts'

export const escalationStates = ['Queued', 'Sent', 'Failed'] as const

/**
 * Why the last attempt failed, never in the receiver’s own words. `TurnedOff`: the page no longer sends conversations.
 * The last five only concern email.
 */
export const escalationErrors = [
  ...deliveryErrors,
  'NotConfigured',
  'NotEncrypted',
  'SignInRefused',
  'AddressRefused',
  'Failed',
] as const

/** A conversation that a visitor sent to the team behind a public page, as the visitor sees it. */
export const Escalation = z.object({
  escalationId: id,
  replyTo: z.string(),
  state: z.enum(escalationStates),
  attempts: z.number().int(),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  lastError: z.enum(escalationErrors).nullable(),
  /** Whether questions were asked since, so that sending again would send more. */
  isOutdated: z.boolean(),
})

/** The same for those who manage the page: nothing that the visitor wrote. */
export const EscalationDelivery = Escalation.omit({ replyTo: true, isOutdated: true }).extend({
  /** Null once it was sent or given up. */
  nextAttemptAt: timestamp.nullable(),
  /** The HTTP status of a webhook’s last answer. */
  lastStatus: z.number().int().nullable(),
})

const ofConversation = '/api/internal/publicConversations/{conversationId}/escalations' as const
const one = z.strictObject({ conversationId: id })

/** Conversations that visitors of public pages send to the team behind the page, and the links to them. */
export const escalations = {
  send: endpoint({
    method: 'POST',
    path: ofConversation,
    access: 'visitor',
    rate: 'write',
    // Recorded by the system, because a visitor is no user.
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: z.strictObject({
      /** Where the team answers. */
      replyTo: EmailAddress,
      /** The visitor agreed that the conversation and the address are sent. */
      consent: z.literal(true, { error: 'Agree that the conversation is sent.' }),
    }),
    response: Escalation,
    purpose: `Sends a visitor’s conversation to the team behind the page, in the background. Repeating it with the same address returns the same one until it fails or a question is asked. Up to ${limits.escalationsPerVisitor} a day for a visitor, and ${limits.escalationsPerPage} for a page.`,
  }),
  list: endpoint({
    method: 'GET',
    path: ofConversation,
    access: 'visitor',
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({ items: z.array(Escalation) }),
    purpose: 'Lists when a visitor’s conversation was last sent to the team behind the page, newest first.',
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/api/internal/gptSystems/system/management/{gptSystemId}/publicEndpoint/escalations',
    access: ['GptSystemsPublish'],
    rate: 'read',
    audit: 'none',
    params: z.strictObject({ gptSystemId: id }),
    response: z.object({ items: z.array(EscalationDelivery) }),
    purpose: 'Lists the last conversations that visitors sent from a public page, without their content.',
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/internal/escalations/{escalationId}',
    access: ['UserConversationsRead'],
    rate: 'read',
    audit: 'escalation.open',
    params: z.strictObject({ escalationId: id }),
    response: z.object({
      escalationId: id,
      agentName: z.string(),
      title: z.string(),
      replyTo: z.string(),
      createdAt: timestamp,
      /** Until when this call answers. */
      expiresAt: timestamp,
      /** Whether earlier questions, or the ends of long texts, are left out. */
      isShortened: z.boolean(),
      turns: z.array(
        z.object({
          question: z.string(),
          answer: z.string(),
          status: z.enum(segmentStatuses),
          askedAt: timestamp,
          /** The numbers of images and files with the question, which aren’t sent. */
          images: z.number().int(),
          files: z.number().int(),
        }),
      ),
    }),
    purpose: `Returns a conversation that a visitor sent, as of then, for ${limits.escalationDays} days. Each call is recorded.`,
  }),
}
