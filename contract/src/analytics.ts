import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const count = z.number().int().nonnegative()
/** Counts for the last 24 hours and the last seven days, up to now. */
const lately = z.object({ lastDay: count, lastWeek: count })

export const analytics = {
  getCounts: endpoint({
    method: 'GET',
    path: '/api/internal/analytics/counts',
    access: ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'],
    rate: 'read',
    audit: 'none',
    response: z.object({
      agentsPublished: count,
      libraries: z.object({
        total: count,
        files: count,
        filesReady: count,
        filesFailed: count,
        passages: count,
      }),
      people: z.object({ total: count, activeLastWeek: count }),
      conversations: lately,
      questions: lately,
      answersFailedLastWeek: count,
    }),
    purpose:
      'Returns what the instance contains and how much it’s used. Totals only, nothing about individuals.',
  }),
}
