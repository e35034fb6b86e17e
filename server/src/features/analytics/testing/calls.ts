import type { Calls } from '../../../testing/case.ts'

const access = ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'] as const
const tokens = { params: { reportName: 'Tokens' }, input: { reportingPeriod: 'Last30Days' } }

export default {
  'analytics.getCounts': { access, make: async () => ({}) },
  'analytics.getReport': { access, make: async () => tokens },
  'analytics.exportReport': { access, make: async () => tokens },
} satisfies Calls
