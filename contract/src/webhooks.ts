import { z } from 'zod'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import type { ScheduledRunState } from './notifications.ts'

/** What a webhook can be told. Each names its data in `WebhookData`. */
export const webhookEvents = [
  'agent.published',
  'agent.unpublished',
  'file.failed',
  'performanceTest.failed',
  'performanceTest.passed',
] as const
export const WebhookEvent = z.enum(webhookEvents)
export type WebhookEvent = (typeof webhookEvents)[number]

interface ScheduledRunData {
  gptSystemId: string
  name: string
  performanceTestId: string
  testName: string
  runId: string
  reason: ScheduledRunState
  /** Null if not all cases were answered. */
  scorePercent: number | null
  minimumPercent: number
}

/** The data of each event: IDs and names of things, and nothing about persons. */
export interface WebhookData {
  'agent.published': { gptSystemId: string; name: string }
  'agent.unpublished': { gptSystemId: string; name: string }
  /** A file of a library that can’t be read, with the reason that its library shows. */
  'file.failed': { dataSourceId: string; libraryName: string; fileId: string; reason: string }
  /** A scheduled run of a test of a published agent isn’t good enough. */
  'performanceTest.failed': ScheduledRunData
  /** The first one that is good again. */
  'performanceTest.passed': ScheduledRunData
}

/** Why the last attempt failed. `Status`: the receiver answered with a status other than 2xx. */
export const deliveryErrors = [
  'Status',
  'TimedOut',
  'Unreachable',
  'HostRefused',
  'SecretUnreadable',
  'TurnedOff',
] as const

export const Webhook = z.object({
  webhookId: id,
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  enabled: z.boolean(),
  version: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const WebhookDelivery = z.object({
  deliveryId: id,
  /** One of `webhookEvents`, or `webhook.test`. */
  event: z.string(),
  state: z.enum(['Waiting', 'Delivered', 'Failed']),
  attempts: z.number().int(),
  createdAt: timestamp,
  deliveredAt: timestamp.nullable(),
  /** Null once it was delivered or given up. */
  nextAttemptAt: timestamp.nullable(),
  lastError: z.enum(deliveryErrors).nullable(),
  /** The HTTP status of the last answer. */
  lastStatus: z.number().int().nullable(),
})

/** Where signed requests are sent. The server accepts http only for hosts that the operator names. */
export const WebhookUrl = z
  .url({ protocol: /^https?$/, message: 'Enter an https URL.' })
  .max(2000)
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    return url !== null && url.username === '' && url.password === '' && url.hash === ''
  }, 'Enter the URL without a username or fragment.')

/** What requests are signed with. It is stored sealed and never returned. */
export const WebhookSecret = z
  .string()
  .trim()
  .min(limits.webhookSecret.min)
  .max(limits.webhookSecret.max)
  .regex(/^[\x21-\x7e]+$/, 'Use only ASCII characters without spaces.')

const fields = {
  name: text(1, limits.webhookName),
  url: WebhookUrl,
  events: z
    .array(WebhookEvent)
    .min(1, 'Choose an event.')
    .max(webhookEvents.length)
    .transform((events) => [...new Set(events)].sort()),
  enabled: z.boolean(),
}

const base = '/api/internal/instanceSettings/webhooks' as const
const one = z.strictObject({ webhookId: id })
const readers = ['InstanceSettingsRead'] as const
const writers = ['InstanceSettingsWrite'] as const

/** Requires the flag ShowInstanceSettingsPage, like the other instance settings. */
export const webhooks = {
  listWebhooks: endpoint({
    method: 'GET',
    path: base,
    access: readers,
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(Webhook) }),
    purpose: 'Lists all webhooks. Secrets are never returned.',
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: base,
    access: writers,
    rate: 'write',
    audit: 'webhook.create',
    idempotency: 'optional',
    input: z.strictObject({ ...fields, secret: WebhookSecret }),
    response: Webhook,
    purpose: `Creates a webhook, up to ${limits.webhooks}. Requests to it are signed with the secret.`,
  }),
  updateWebhook: endpoint({
    method: 'PUT',
    path: `${base}/{webhookId}`,
    access: writers,
    rate: 'write',
    audit: 'webhook.update',
    params: one,
    input: z.strictObject({
      ...fields,
      /** If absent, the stored one is kept. */
      secret: WebhookSecret.optional(),
    }),
    response: Webhook,
    etag: 'required',
    purpose: 'Updates a webhook. Turning it off gives up the deliveries that wait.',
  }),
  removeWebhook: endpoint({
    method: 'DELETE',
    path: `${base}/{webhookId}`,
    access: writers,
    rate: 'write',
    audit: 'webhook.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a webhook. Deliveries that wait aren’t sent.',
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: `${base}/{webhookId}/test`,
    access: writers,
    rate: 'model',
    audit: 'webhook.test',
    idempotency: 'optional',
    params: one,
    response: WebhookDelivery,
    purpose: 'Sends the event webhook.test once, also to a webhook that is turned off.',
  }),
  listWebhookDeliveries: endpoint({
    method: 'GET',
    path: `${base}/{webhookId}/deliveries`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject(page),
    response: listOf(WebhookDelivery),
    purpose: `Lists the deliveries of a webhook, newest first. They are deleted after ${limits.webhookDeliveryDays} days.`,
  }),
}
