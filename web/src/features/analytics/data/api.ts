import type { analytics } from '@parlance/contract/analytics'
import { api } from '../../../api/api.ts'
import { type Answer, request } from '../../../api/request.ts'

export type Counts = Answer<typeof analytics.getCounts>

export const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCounts: build.query<Counts, void>({
      query: request('analytics.getCounts'),
      providesTags: ['AnalyticsCounts'],
    }),
  }),
})
