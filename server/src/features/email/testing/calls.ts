import type { Calls } from '../../../testing/case.ts'

export default {
  'email.getEmailSettings': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'email.sendTestEmail': { access: ['InstanceSettingsWrite'], make: async () => ({}) },
} satisfies Calls
