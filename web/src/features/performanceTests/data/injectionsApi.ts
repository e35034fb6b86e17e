import type { injectionTests } from '@parlance/contract/injectionTests'
import { type Answer, type Args, callOf, pages, request } from '../../../api/request.ts'
import { idempotencyKey } from '../../../session/http.ts'
import { testsApi } from './api.ts'
import { testsPath } from './testPaths.ts'

type Group = typeof injectionTests
export type InjectionTest = Answer<Group['getInjectionTest']>
export type InjectionRun = Answer<Group['startInjectionRun']>
export type InjectionReport = Answer<Group['getInjectionRun']>
export type InjectionResult = Answer<Group['listInjectionResults']>['items'][number]
export type InjectionShare = InjectionReport['whole']
export type InjectionOutcome = InjectionResult['outcome']

export interface InjectionResultList {
  gptSystemId: string
  runId: string
  outcome: InjectionOutcome | undefined
  carrier: InjectionResult['carrier'] | undefined
}

const runsOf = (gptSystemId: string) => ({ type: 'InjectionRuns' as const, id: gptSystemId })

export const injectionsApi = testsApi.enhanceEndpoints({ addTagTypes: ['InjectionRuns'] }).injectEndpoints({
  endpoints: (build) => ({
    getInjectionTest: build.query<InjectionTest, Args<Group['getInjectionTest']>>({
      query: request('injectionTests.getInjectionTest'),
      providesTags: (_, __, { gptSystemId }) => [runsOf(gptSystemId)],
    }),
    estimateInjectionRun: build.query<
      Answer<Group['estimateInjectionRun']>,
      Args<Group['estimateInjectionRun']>
    >({
      query: request('injectionTests.estimateInjectionRun'),
      keepUnusedDataFor: 0,
    }),
    startInjectionRun: build.mutation<InjectionRun, Args<Group['startInjectionRun']> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('injectionTests.startInjectionRun', input),
        headers: idempotencyKey(key),
      }),
      // A rejection can mean that someone else started one.
      invalidatesTags: (_, __, { gptSystemId }) => [runsOf(gptSystemId)],
    }),
    listInjectionRuns: build.query<Answer<Group['listInjectionRuns']>, Args<Group['listInjectionRuns']>>({
      query: request('injectionTests.listInjectionRuns'),
      providesTags: (_, __, { gptSystemId }) => [runsOf(gptSystemId)],
    }),
    getInjectionRun: build.query<InjectionReport, Args<Group['getInjectionRun']>>({
      query: request('injectionTests.getInjectionRun'),
      providesTags: (_, __, { gptSystemId }) => [runsOf(gptSystemId)],
    }),
    stopInjectionRun: build.mutation<InjectionRun, Args<Group['stopInjectionRun']>>({
      query: request('injectionTests.stopInjectionRun'),
      invalidatesTags: (_, __, { gptSystemId }) => [runsOf(gptSystemId)],
    }),
    listInjectionResults: build.infiniteQuery<
      Answer<Group['listInjectionResults']>,
      InjectionResultList,
      string | null
    >({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        callOf('injectionTests.listInjectionResults', { ...queryArg, continuationToken: pageParam }),
      // They grow while the run is in progress.
      keepUnusedDataFor: 0,
    }),
  }),
})

export const injectionRunPath = (gptSystemId: string, runId: string): string =>
  `${testsPath}/injections/${encodeURIComponent(gptSystemId)}/${encodeURIComponent(runId)}`
