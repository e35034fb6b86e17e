import type { Calls } from '../../../testing/case.ts'

export default {
  'notifications.listNotifications': { access: 'signedIn', make: async () => ({}) },
  'notifications.markRead': { access: 'signedIn', make: async () => ({ input: {} }) },
  'notifications.getPreferences': { access: 'signedIn', make: async () => ({}) },
  'notifications.updatePreferences': {
    access: 'signedIn',
    make: async () => ({
      input: { items: [{ kind: 'AgentShared', listed: true, emailed: false }], language: 'en' },
    }),
  },
} satisfies Calls
