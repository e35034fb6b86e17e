import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The result of a test e-mail, never in the mail server’s own words. */
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
      /** The mail server, without its credentials. Null: the instance sends no e-mail. */
      server: z.string().nullable(),
      from: z.string().nullable(),
      /** Where a test e-mail goes: the caller’s own address. */
      ownAddress: z.string().nullable(),
    }),
    purpose: 'Returns whether the instance sends e-mail, which is set in the server environment.',
  }),
  sendTestEmail: endpoint({
    method: 'POST',
    path: `${base}/test`,
    access: ['InstanceSettingsWrite'],
    rate: 'model',
    audit: 'email.test',
    idempotency: 'optional',
    response: z.object({ outcome: z.enum(emailOutcomes) }),
    purpose: 'Sends an e-mail to your own address.',
  }),
}
