import type { agents } from '@parlance/contract/agents'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'
import { idempotencyKey } from '../../../session/http.ts'

type Group = typeof performanceTests
export type PerformanceTest = Answer<Group['getPerformanceTest']>
export type TestCase = Answer<Group['getCase']>
export type CaseInput = Omit<Args<Group['createCase']>, 'performanceTestId'>
export type Run = Answer<Group['getRun']>
export type CaseResult = Answer<Group['listResults']>['items'][number]
export type Outcome = NonNullable<Args<Group['listResults']>['outcome']>
export type CasePreview = Answer<Group['previewCases']>
export type CaseProblem = CasePreview['problems'][number]
export type AgentVersion = Answer<typeof agents.listStates>['items'][number]
export type Candidate = Answer<Group['listCandidates']>['items'][number]
export type ProposedCase = NonNullable<Answer<Group['proposeCase']>['turn']>
export type CandidateOrigin = Candidate['origin']
export type Comparison = Answer<Group['compareRuns']>
export type ComparedCase = Comparison['items'][number]
export type ComparedOutcome = ComparedCase['outcome']
export type RunOptions = Omit<Args<Group['startRun']>, 'performanceTestId'>

export interface TestList {
  search: string
  gptSystemId: string | undefined
}
export interface CaseList {
  performanceTestId: string
  search: string
  tag: string
}
export interface ResultList {
  performanceTestId: string
  runId: string
  outcome: Outcome | undefined
  tag: string
}

export interface ComparedList {
  performanceTestId: string
  left: string
  right: string
  outcome: ComparedOutcome | undefined
  tag: string
}

/** Versions that a run can choose from. Older ones are rarely tested. */
const VERSIONS = 100

const one = (performanceTestId: string) => ({ type: 'PerformanceTest' as const, id: performanceTestId })
const casesOf = (performanceTestId: string) => ({ type: 'PerformanceCases' as const, id: performanceTestId })
/** What a judge says about compared runs. */
export const comparedOf = (performanceTestId: string) => ({
  type: 'ComparedRuns' as const,
  id: performanceTestId,
})
const runsOf = (performanceTestId: string) => ({ type: 'PerformanceRuns' as const, id: performanceTestId })

/** What shows a test with the number of its cases. */
const changedCases = (performanceTestId: string) => [
  'PerformanceTests' as const,
  one(performanceTestId),
  casesOf(performanceTestId),
]

/** What shows whether a run is in progress, and the score of the last one. */
export const changedRuns = (performanceTestId: string) => [
  'PerformanceTests' as const,
  one(performanceTestId),
  runsOf(performanceTestId),
]

/** Cases as a file, and one idempotency key for all retries of its import. */
export interface CaseUpload {
  performanceTestId: string
  file: File
}

function fileBody(file: File): FormData {
  const body = new FormData()
  body.append('file', file, file.name)
  return body
}

export const testsApi = api
  .enhanceEndpoints({
    addTagTypes: [
      'PerformanceTests',
      'PerformanceTest',
      'PerformanceCases',
      'PerformanceRuns',
      'ComparedRuns',
    ],
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listPerformanceTests: build.infiniteQuery<
        Answer<Group['listPerformanceTests']>,
        TestList,
        string | null
      >({
        infiniteQueryOptions: pages,
        query: ({ queryArg: { search, gptSystemId }, pageParam }) =>
          callOf('performanceTests.listPerformanceTests', {
            gptSystemId,
            search: search || undefined,
            continuationToken: pageParam,
          }),
        providesTags: ['PerformanceTests'],
      }),
      createPerformanceTest: build.mutation<
        PerformanceTest,
        Args<Group['createPerformanceTest']> & { key: string }
      >({
        query: ({ key, ...input }) => ({
          ...callOf('performanceTests.createPerformanceTest', input),
          headers: idempotencyKey(key),
        }),
        invalidatesTags: (_, error) => (error ? [] : ['PerformanceTests']),
      }),
      getPerformanceTest: build.query<PerformanceTest, Args<Group['getPerformanceTest']>>({
        query: request('performanceTests.getPerformanceTest'),
        providesTags: (_, __, { performanceTestId }) => [one(performanceTestId)],
      }),
      updatePerformanceTest: build.mutation<
        PerformanceTest,
        Args<Group['updatePerformanceTest']> & { version: number }
      >({
        query: ({ version, ...input }) => ({
          ...callOf('performanceTests.updatePerformanceTest', input),
          headers: ifMatch(version),
        }),
        invalidatesTags: (_, error, { performanceTestId }) =>
          error ? [] : ['PerformanceTests', one(performanceTestId)],
      }),
      removePerformanceTest: build.mutation<null, Args<Group['removePerformanceTest']>>({
        query: request('performanceTests.removePerformanceTest'),
        invalidatesTags: (_, error) => (error ? [] : ['PerformanceTests']),
      }),
      listCases: build.infiniteQuery<Answer<Group['listCases']>, CaseList, string | null>({
        infiniteQueryOptions: pages,
        query: ({ queryArg: { performanceTestId, search, tag }, pageParam }) =>
          callOf('performanceTests.listCases', {
            performanceTestId,
            search: search || undefined,
            tag: tag || undefined,
            continuationToken: pageParam,
          }),
        providesTags: (_, __, { performanceTestId }) => [casesOf(performanceTestId)],
      }),
      /** The tags of the cases that a run asked. */
      listTestedTags: build.query<string[], { performanceTestId: string; testVersion: number }>({
        query: (one) => callOf('performanceTests.listCases', { ...one, pageSize: 1 }),
        transformResponse: ({ tags }: Answer<Group['listCases']>) => tags,
      }),
      getCase: build.query<TestCase, Args<Group['getCase']>>({
        query: request('performanceTests.getCase'),
        // It can change before it is opened again.
        keepUnusedDataFor: 0,
      }),
      createCase: build.mutation<TestCase, Args<Group['createCase']> & { key: string }>({
        query: ({ key, ...input }) => ({
          ...callOf('performanceTests.createCase', input),
          headers: idempotencyKey(key),
        }),
        invalidatesTags: (_, error, { performanceTestId }) => (error ? [] : changedCases(performanceTestId)),
      }),
      proposeCase: build.query<Answer<Group['proposeCase']>, Args<Group['proposeCase']>>({
        query: request('performanceTests.proposeCase'),
      }),
      listCandidates: build.query<Answer<Group['listCandidates']>, Args<Group['listCandidates']>>({
        query: request('performanceTests.listCandidates'),
        // Each case that is made from one makes the list shorter.
        keepUnusedDataFor: 0,
      }),
      updateCase: build.mutation<TestCase, Args<Group['updateCase']> & { version: number }>({
        query: ({ version, ...input }) => ({
          ...callOf('performanceTests.updateCase', input),
          headers: ifMatch(version),
        }),
        invalidatesTags: (_, error, { performanceTestId }) => (error ? [] : changedCases(performanceTestId)),
      }),
      removeCase: build.mutation<null, Args<Group['removeCase']>>({
        query: request('performanceTests.removeCase'),
        // A rejection can mean that someone else removed it.
        invalidatesTags: (_, __, { performanceTestId }) => changedCases(performanceTestId),
      }),
      listCitableFiles: build.query<Answer<Group['listCitableFiles']>, Args<Group['listCitableFiles']>>({
        query: request('performanceTests.listCitableFiles'),
        keepUnusedDataFor: 0,
      }),
      previewCases: build.mutation<CasePreview, CaseUpload>({
        query: ({ file, performanceTestId }) => ({
          ...callOf('performanceTests.previewCases', { performanceTestId }),
          body: fileBody(file),
        }),
      }),
      importCases: build.mutation<
        Answer<Group['importCases']>,
        CaseUpload & { leaveOut: boolean; key: string }
      >({
        query: ({ file, performanceTestId, leaveOut, key }) => ({
          ...callOf('performanceTests.importCases', { performanceTestId }),
          query: { leaveOut: String(leaveOut) },
          body: fileBody(file),
          headers: idempotencyKey(key),
        }),
        invalidatesTags: (_, error, { performanceTestId }) => (error ? [] : changedCases(performanceTestId)),
      }),
      listAgentVersions: build.query<Answer<typeof agents.listStates>, { gptSystemId: string }>({
        query: ({ gptSystemId }) => callOf('agents.listStates', { gptSystemId, pageSize: VERSIONS }),
        keepUnusedDataFor: 0,
      }),
      estimateRun: build.query<Answer<Group['estimateRun']>, Args<Group['estimateRun']>>({
        query: request('performanceTests.estimateRun'),
        keepUnusedDataFor: 0,
      }),
      startRun: build.mutation<Run, Args<Group['startRun']> & { key: string }>({
        query: ({ key, ...input }) => ({
          ...callOf('performanceTests.startRun', input),
          headers: idempotencyKey(key),
        }),
        // A rejection can mean that someone else started one.
        invalidatesTags: (_, __, { performanceTestId }) => changedRuns(performanceTestId),
      }),
      listRuns: build.infiniteQuery<Answer<Group['listRuns']>, { performanceTestId: string }, string | null>({
        infiniteQueryOptions: pages,
        query: ({ queryArg: { performanceTestId }, pageParam }) =>
          callOf('performanceTests.listRuns', { performanceTestId, continuationToken: pageParam }),
        providesTags: (_, __, { performanceTestId }) => [runsOf(performanceTestId)],
      }),
      /** Some of the latest runs, for example of a version. */
      listSomeRuns: build.query<Run[], Args<Group['listRuns']>>({
        query: request('performanceTests.listRuns'),
        transformResponse: ({ items }: Answer<Group['listRuns']>) => items,
        providesTags: (_, __, { performanceTestId }) => [runsOf(performanceTestId)],
      }),
      compareRuns: build.infiniteQuery<Comparison, ComparedList, string | null>({
        infiniteQueryOptions: pages,
        query: ({ queryArg: { tag, ...list }, pageParam }) =>
          callOf('performanceTests.compareRuns', {
            ...list,
            tag: tag || undefined,
            continuationToken: pageParam,
          }),
        providesTags: (_, __, { performanceTestId }) => [comparedOf(performanceTestId)],
        keepUnusedDataFor: 0,
      }),
      getRun: build.query<Run, Args<Group['getRun']>>({
        query: request('performanceTests.getRun'),
        providesTags: (_, __, { performanceTestId }) => [runsOf(performanceTestId)],
      }),
      stopRun: build.mutation<Run, Args<Group['stopRun']>>({
        query: request('performanceTests.stopRun'),
        invalidatesTags: (_, __, { performanceTestId }) => changedRuns(performanceTestId),
      }),
      listResults: build.infiniteQuery<Answer<Group['listResults']>, ResultList, string | null>({
        infiniteQueryOptions: pages,
        query: ({ queryArg: { performanceTestId, runId, outcome, tag }, pageParam }) =>
          callOf('performanceTests.listResults', {
            performanceTestId,
            runId,
            outcome,
            tag: tag || undefined,
            continuationToken: pageParam,
          }),
        // They grow while the run is in progress.
        keepUnusedDataFor: 0,
      }),
    }),
  })
