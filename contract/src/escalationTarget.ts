import { z } from 'zod'
import { limits } from './limits.ts'
import { WebhookSecret, WebhookUrl } from './webhooks.ts'

/** One address, without a name. */
export const EmailAddress = z
  .string()
  .trim()
  .max(limits.emailAddress)
  .pipe(z.email({ message: 'Enter an email address.' }))

/** Where visitors of a public page can send a conversation. */
export const EscalationTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('Webhook'), url: z.string() }),
  z.object({ kind: z.literal('Email'), address: z.string() }),
])

/** An address is accepted only if the instance sends email. */
export const EscalationTargetInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('Webhook'),
    url: WebhookUrl,
    /** If absent, the stored one is kept. */
    secret: WebhookSecret.optional(),
  }),
  z.strictObject({ kind: z.literal('Email'), address: EmailAddress }),
])
