import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The result of a test email, never in the mail server’s own words. */
export const emailOutcomes = [
  'Ok',
  'NotConfigured',
  'NoAddress',
  'Unreachable',
  'TimedOut',
  'NotEncrypted',
  'SignInRefused',
  'AddressRefused',
  'Failed',
] as const

const base = '/api/internal/instanceSettings/email' as const

/** Requires the flag ShowInstanceSettingsPage, like the other instance settings. */
export const email = {
  getEmailSettings: endpoint({
    method: 'GET',
    path: base,
    access: ['InstanceSettingsRead'],
    rate: 'read',
    audit: 'none',
    response: z.object({
      /** The mail server, without its credentials. Null: the instance sends no email. */
      server: z.string().nullable(),
      from: z.string().nullable(),
      /** Where a test email goes: the caller’s own address. */
      ownAddress: z.string().nullable(),
    }),
    purpose: 'Returns whether the instance sends email, which is set in the server environment.',
  }),
  sendTestEmail: endpoint({
    method: 'POST',
    path: `${base}/test`,
    access: ['InstanceSettingsWrite'],
    rate: 'model',
    audit: 'email.test',
    idempotency: 'optional',
    response: z.object({ outcome: z.enum(emailOutcomes) }),
    purpose: 'Sends an email to your own address.',
  }),
}
