import { z } from 'zod'
import { BrandKey } from './brandKey.ts'
import { endpoint, id, nothing, text, timestamp } from './endpoint.ts'
import { EscalationTarget, EscalationTargetInput } from './escalationTarget.ts'
import { limits } from './limits.ts'
import { GptPublicEndpoint } from './publicSlug.ts'
import { hasDecimals } from './usageLimits.ts'

export const publicLanguages = ['en', 'ar'] as const

const management = '/api/internal/gptSystems/system/management/{gptSystemId}/publicEndpoint' as const
const one = z.strictObject({ gptSystemId: id })

const urlOf = (value: string) => (URL.canParse(value) ? new URL(value) : null)

/**
 * An origin as browsers send it: https, or http on this machine, without a path. It becomes part of a header, so
 * its host has only the characters of host names and IP addresses.
 */
const AllowedOrigin = z
  .string()
  .trim()
  .max(300)
  .refine(
    (value) => {
      const url = urlOf(value)
      if (!url || !/^([a-z0-9-]+(\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])$/.test(url.hostname)) return false
      return url.pathname === '/' && !/[?#@\\]/.test(value)
    },
    { error: 'Enter an origin such as https://www.example.com, without a path.', abort: true },
  )
  .refine((value) => {
    const url = urlOf(value)
    const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(url.hostname)
    return url === null || url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
  }, 'Enter an https origin. Only localhost can use http.')
  .overwrite((value) => urlOf(value)?.origin ?? value)

const amount = (most: number) => z.number().int().min(1).max(most)

/** Whom visitors can contact if the chat can't answer. */
export const PublicContact = z.strictObject({
  label: text(1, limits.publicContactLabel),
  url: z
    .url({ protocol: /^(https|mailto)$/, message: 'Enter an https or mailto link.' })
    .max(limits.publicUrl),
})

/** The settings of a public page. */
const settings = {
  gptPublicEndpoint: GptPublicEndpoint,
  /** Null for the agent's brand. */
  brandKey: BrandKey.nullable(),
  /** Sites that can embed the page. If empty, it only opens on its own. */
  allowedOrigins: z.array(AllowedOrigin).max(limits.allowedOrigins),
  allowAttachments: z.boolean().default(false),
  /** Whether sites that embed the page can tell the agent about the page on which a visitor asks. */
  allowPageContext: z.boolean().default(false),
  allowVision: z.boolean(),
  allowSourceDownload: z.boolean(),
  /** The budgets per day (UTC) of all visitors together, released in equal hourly parts. */
  messagesPerDay: amount(1_000_000),
  tokensPerDay: amount(1_000_000_000),
  /** Null for no limit. Only if the agent's deployments have a price. */
  costPerDayUsd: z
    .number()
    .positive()
    .max(1_000_000)
    .refine((value) => hasDecimals(value, 2), 'Enter an amount in US dollars with at most two decimals.')
    .nullable(),
  visitorMessagesPerDay: amount(100_000),
  /** Null for no limit. */
  networkMessagesPerDay: amount(1_000_000).nullable(),
  contact: PublicContact.nullable(),
  privacyUrl: z
    .url({ protocol: /^https$/, message: 'Enter an https link.' })
    .max(limits.publicUrl)
    .nullable(),
  language: z.enum(publicLanguages).nullable(),
  /** How many leading zero bits the hash that a browser computes for a new session has. 0 for none. */
  proofOfWorkBits: z.number().int().min(0).max(limits.proofOfWorkBits).default(0),
}
export const PublicEndpointInput = z.strictObject({
  ...settings,
  /** If absent, the stored one is kept. */
  escalation: EscalationTargetInput.nullable().optional(),
})

/**
 * Why a public page can't be turned on, or doesn't answer although it is. `PolicyInactive`: the agent's own policy is
 * turned off, expired, or for another brand.
 */
export const publicObstacles = ['FlagOff', 'NotPublished', 'LibraryNotPublic', 'PolicyInactive'] as const

const PublicEndpointState = z.object({
  /** Null before the page is set up. */
  publicEndpoint: z
    .object({
      ...settings,
      /** Where visitors can send a conversation. Null if nowhere. */
      escalation: EscalationTarget.nullable(),
      enabled: z.boolean(),
      updatedAt: timestamp,
    })
    .nullable(),
  /** The address of the page. Null before it is set up. */
  url: z.string().nullable(),
  obstacles: z.array(
    z.object({
      kind: z.enum(publicObstacles),
      /** The libraries that can't be used on public pages, without those that the user can't read. */
      names: z.array(z.string()),
    }),
  ),
  /** Whether all deployments that can answer have a price. */
  isPriced: z.boolean(),
  /** Whether the server knows the networks of visitors, so that they can be limited. */
  knowsNetworks: z.boolean(),
  /** Whether the instance sends email, so that conversations can be sent to an address. */
  sendsEmail: z.boolean(),
  /** What visitors used today (UTC), without test sessions. */
  usageToday: z.object({
    messages: z.number().int(),
    tokens: z.number().int(),
    costUsd: z.number(),
    visitors: z.number().int(),
    /** Questions that weren't answered because a budget was used up. */
    refusedByBudget: z.number().int(),
    /** Questions whose answer only says that nothing was found. */
    unanswered: z.number().int(),
    /** Sessions whose conversations a user took along. */
    claimed: z.number().int(),
  }),
  /** 0 before the page is set up. */
  version: z.number().int(),
})

/** The public page of an agent. Part of the group `agents`. */
export const publicEndpoints = {
  getPublicEndpoint: endpoint({
    method: 'GET',
    path: management,
    access: ['GptSystemsPublish'],
    rate: 'read',
    audit: 'none',
    params: one,
    response: PublicEndpointState,
    etag: 'answers',
    purpose:
      'Returns the settings of an agent’s public page, what prevents turning it on, and today’s usage.',
  }),
  setPublicEndpoint: endpoint({
    method: 'PUT',
    path: management,
    access: ['GptSystemsPublish'],
    rate: 'write',
    audit: 'publicEndpoint.update',
    params: one,
    input: PublicEndpointInput,
    response: PublicEndpointState,
    etag: 'required',
    purpose: 'Sets up or changes an agent’s public page. A new page is turned off.',
  }),
  removePublicEndpoint: endpoint({
    method: 'DELETE',
    path: management,
    access: ['GptSystemsPublish'],
    rate: 'write',
    audit: 'publicEndpoint.remove',
    params: one,
    response: nothing,
    purpose:
      'Deletes an agent’s public page and ends its visitors’ sessions. Its name can’t be used by another agent for 90 days.',
  }),
  setPublicEndpointEnabled: endpoint({
    method: 'PUT',
    path: `${management}/enabled`,
    access: ['GptSystemsPublish'],
    rate: 'write',
    audit: 'publicEndpoint.enabled',
    params: one,
    input: z.strictObject({ enabled: z.boolean() }),
    response: PublicEndpointState,
    purpose:
      'Turns a public page on or off. Turning it off takes effect within 5 seconds and ends running answers.',
  }),
  getPublicEndpointAvailability: endpoint({
    method: 'GET',
    path: `${management}/availability`,
    access: ['GptSystemsPublish'],
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({ slug: z.string().max(200) }),
    response: z.object({ state: z.enum(['Available', 'Own', 'Taken', 'Reserved', 'Invalid']) }),
    purpose: 'Returns whether an agent’s public page can have this name.',
  }),
}
