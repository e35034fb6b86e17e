import type { performanceTests } from '@parlance/contract/performanceTests'
import { type Answer, type Args, request } from '../../../api/request.ts'
import { testsApi } from '../data/api.ts'

type Group = typeof performanceTests
export type LiveAnswers = Answer<Group['getLiveAnswers']>
export type LiveFigures = NonNullable<LiveAnswers['now']>

export const monitoringApi = testsApi.injectEndpoints({
  endpoints: (build) => ({
    getLiveAnswers: build.query<LiveAnswers, Args<Group['getLiveAnswers']>>({
      query: request('performanceTests.getLiveAnswers'),
    }),
  }),
})
