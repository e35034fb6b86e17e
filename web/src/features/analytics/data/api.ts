import type { AnyReport, analytics } from '@parlance/contract/analytics'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'

export type Counts = Answer<typeof analytics.getCounts>
export type ReportFilter = Omit<Args<typeof analytics.getReport>, 'reportName'>

export const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCounts: build.query<Counts, void>({
      query: request('analytics.getCounts'),
      providesTags: ['AnalyticsCounts'],
    }),
    getReport: build.query<AnyReport, Args<typeof analytics.getReport>>({
      query: request('analytics.getReport'),
      providesTags: ['AnalyticsCounts'],
    }),
  }),
})
