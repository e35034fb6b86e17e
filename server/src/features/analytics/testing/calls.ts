import type { Calls } from '../../../testing/case.ts'

export default {
  'analytics.getCounts': {
    access: ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'],
    make: async () => ({}),
  },
} satisfies Calls
