import type { performanceTests } from '@parlance/contract/performanceTests'
import { type Answer, type Args, request } from '../../../api/request.ts'
import { testsApi } from '../data/api.ts'

type Group = typeof performanceTests
export type Proposed = Answer<Group['generateCases']>
export type ProposedCase = Proposed['items'][number]

export const generatingApi = testsApi.injectEndpoints({
  endpoints: (build) => ({
    generateCases: build.mutation<Proposed, Args<Group['generateCases']>>({
      query: request('performanceTests.generateCases'),
    }),
  }),
})
