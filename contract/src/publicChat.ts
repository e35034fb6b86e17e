import { z } from 'zod'
import { CapabilityType } from './agentConfiguration.ts'
import { Prompt } from './agentPrompts.ts'
import { ChatLook } from './agents.ts'
import { endpoint, id, listOf, nothing, page, timestamp } from './endpoint.ts'
import { AcceptGuidelines, ApplicableGuidelines, GuidelinesOfChat } from './guidelinesDocuments.ts'
import { publicAttachments } from './publicAttachments.ts'
import { PublicContact, publicLanguages } from './publicEndpoints.ts'
import { GptPublicEndpoint } from './publicSlug.ts'

const base = '/api/internal/publicConversations' as const
const named = z.strictObject({ gptPublicEndpoint: GptPublicEndpoint })
const session = z.strictObject({ sessionIdentifier: id })

/** What anyone can see of a public page that is turned on. */
export const PublicPage = z.object({
  gptPublicEndpoint: z.string(),
  agentName: z.string(),
  description: z.string(),
  introduction: z.string(),
  starterQuestions: z.array(z.string()),
  ux: ChatLook,
  /** The server's name of the picture. Null if the agent has none of its own. */
  avatarFileName: z.string().nullable(),
  brandKey: z.string().nullable(),
  /** True if answers are extracts from documents, not written by a language model. */
  extracts: z.boolean(),
  allowAttachments: z.boolean(),
  allowPageContext: z.boolean(),
  allowVision: z.boolean(),
  allowSourceDownload: z.boolean(),
  contact: PublicContact.nullable(),
  /** Whether visitors can send a conversation to the team behind the page. */
  canEscalate: z.boolean(),
  privacyUrl: z.string().nullable(),
  /** Null for the visitor's own language. */
  language: z.enum(publicLanguages).nullable(),
})

/** A visitor's session. The secret is returned once and stored only as a hash. */
export const PublicSession = z.object({
  sessionIdentifier: id,
  secret: z.string(),
  expiresAt: timestamp,
})

/** A visitor's session, by its secret or by a code from the visitor's page. Either is proof. */
const ClaimInput = z.strictObject({
  /** From our own pages in the same browser. */
  session: z.strictObject({ sessionIdentifier: id, secret: z.string().max(200) }).optional(),
  /** From a page in a frame, whose storage our other pages can't read. */
  code: z.string().max(200).optional(),
})

/** Public pages and the sessions of their visitors. */
export const publicChat = {
  getEndpoint: endpoint({
    method: 'GET',
    path: `${base}/endpoints/{gptPublicEndpoint}`,
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    params: named,
    response: PublicPage.extend({
      /**
       * What the browser has to compute before it can start a session: a `counter` for which the SHA-256 hash of
       * `token:counter` begins with this many zero bits. Null if nothing.
       */
      challenge: z.object({ token: z.string(), bits: z.number().int() }).nullable(),
    }),
    purpose:
      'Returns what a public page shows before the first question. Pages that don’t exist and pages that are turned off answer alike.',
  }),
  getAvatar: endpoint({
    kind: 'image',
    method: 'GET',
    path: `${base}/endpoints/{gptPublicEndpoint}/avatar`,
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    params: named,
    response: nothing,
    purpose: 'Returns the picture of a public page’s agent.',
  }),
  startSession: endpoint({
    method: 'POST',
    path: `${base}/sessions/byGptPublicEndpoint/{gptPublicEndpoint}`,
    access: 'anyone',
    rate: 'visit',
    audit: 'none',
    idempotency: 'none',
    params: named,
    input: z.strictObject({
      challengeAnswer: z
        .strictObject({ token: z.string().max(1000), counter: z.number().int().min(0) })
        .optional(),
    }),
    response: PublicSession,
    purpose:
      'Starts a visitor’s session. Accepted only from our own pages. For users who can publish the agent, it starts a test session, which doesn’t use up the visitors’ budgets.',
  }),
  listGuidelines: endpoint({
    method: 'GET',
    path: `${base}/guidelinesDocuments`,
    access: 'visitor',
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(ApplicableGuidelines) }),
    purpose: 'Lists the guidelines that apply to a visitor of the session’s page, with their text.',
  }),
  acceptGuidelines: endpoint({
    method: 'POST',
    path: `${base}/guidelinesConsents`,
    access: 'visitor',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    input: AcceptGuidelines,
    response: z.object({ acceptedAt: timestamp }),
    purpose: 'Accepts the current version of a guidelines document for this session, once.',
  }),
  rotateSession: endpoint({
    method: 'POST',
    path: `${base}/sessions/{sessionIdentifier}/rotate`,
    access: 'visitor',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: session,
    response: PublicSession,
    purpose: 'Replaces a session’s secret. The previous one is accepted for another minute.',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: `${base}/sessions/{sessionIdentifier}`,
    access: 'visitor',
    rate: 'write',
    audit: 'none',
    params: session,
    response: nothing,
    purpose: 'Ends a session. Its conversations can’t be opened anymore.',
  }),
  removeData: endpoint({
    method: 'DELETE',
    path: `${base}/sessions/{sessionIdentifier}/data`,
    access: 'visitor',
    rate: 'write',
    audit: 'none',
    params: session,
    response: nothing,
    purpose: 'Ends a session and deletes everything the visitor entered and received.',
  }),
  getDetails: endpoint({
    method: 'GET',
    path: `${base}/gptSystemDetailsForConversation/{sessionIdentifier}`,
    access: 'visitor',
    rate: 'read',
    audit: 'none',
    params: session,
    response: z.object({
      page: PublicPage,
      tools: z.array(z.object({ tool: CapabilityType, state: z.enum(['Available', 'NotConfigured']) })),
      /** Whether the owner of the page started the session to test it. */
      isTest: z.boolean(),
      quota: z.object({
        /** How many more questions the visitor can ask today. Null in test sessions. */
        messagesLeft: z.number().int().nullable(),
        /** When the count starts again. */
        resetsAt: timestamp,
      }),
      /** When people of the organization read the visitor’s conversations, and why, the latest first. */
      reads: z.array(z.object({ readerName: z.string(), reason: z.string(), at: timestamp })).max(20),
      /** The guidelines that apply. Those that need consent must be accepted before the first question. */
      guidelinesDocuments: z.array(GuidelinesOfChat),
      expiresAt: timestamp,
    }),
    purpose: 'Returns what the chat shows a visitor, with how many questions they can still ask today.',
  }),
  createClaimCode: endpoint({
    method: 'POST',
    path: `${base}/sessions/{sessionIdentifier}/claimCode`,
    access: 'visitor',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: session,
    response: z.object({ code: z.string(), expiresAt: timestamp }),
    purpose: 'Creates a code for claiming the session in another tab. It is valid once, for a minute.',
  }),
  previewClaim: endpoint({
    method: 'POST',
    path: `${base}/claim/preview`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    input: ClaimInput,
    response: z.object({
      agentName: z.string(),
      /** How many conversations there are, and the titles of the last ones. */
      conversations: z.number().int(),
      titles: z.array(z.string()),
    }),
    purpose: 'Returns what `claim` would move. Changes nothing.',
  }),
  claim: endpoint({
    method: 'POST',
    path: `${base}/claim`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    input: ClaimInput,
    response: z.object({ conversations: z.number().int(), lastConversationId: id.nullable() }),
    purpose:
      'Moves the conversations of a visitor’s session to your own, and ends the session with its secrets.',
  }),
  listPrompts: endpoint({
    method: 'GET',
    path: `${base}/promptsForConversation`,
    access: 'visitor',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, sessionIdentifier: id }),
    response: listOf(Prompt.pick({ promptId: true, title: true, text: true, variables: true })),
    purpose: 'Lists the prompts of a public page’s agent, in order.',
  }),
  ...publicAttachments,
}
