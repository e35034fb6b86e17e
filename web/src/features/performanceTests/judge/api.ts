import type { performanceTests } from '@parlance/contract/performanceTests'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'
import { idempotencyKey } from '../../../session/http.ts'
import { changedRuns, comparedOf, testsApi } from '../data/api.ts'

type Group = typeof performanceTests
export type JudgeCheck = NonNullable<Answer<Group['getJudgeCheck']>['check']>
export type JudgedComparison = Answer<Group['judgeComparison']>

export const judgeApi = testsApi.injectEndpoints({
  endpoints: (build) => ({
    listJudges: build.query<Answer<Group['listJudges']>, void>({
      query: () => callOf('performanceTests.listJudges', {}),
      // Administrators allow and forbid them meanwhile.
      keepUnusedDataFor: 0,
    }),
    getJudgeCheck: build.query<Answer<Group['getJudgeCheck']>, Args<Group['getJudgeCheck']>>({
      query: request('performanceTests.getJudgeCheck'),
      providesTags: (_, __, { performanceTestId }) => [{ type: 'PerformanceRuns', id: performanceTestId }],
    }),
    checkJudge: build.mutation<JudgeCheck, Args<Group['checkJudge']> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('performanceTests.checkJudge', input),
        headers: idempotencyKey(key),
      }),
      invalidatesTags: (_, __, { performanceTestId }) => changedRuns(performanceTestId),
    }),
    judgeComparison: build.mutation<JudgedComparison, Args<Group['judgeComparison']> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('performanceTests.judgeComparison', input),
        headers: idempotencyKey(key),
      }),
      // Only the comparison shows it: the list of runs doesn't have it.
      invalidatesTags: (_, __, { performanceTestId }) => [comparedOf(performanceTestId)],
    }),
  }),
})
