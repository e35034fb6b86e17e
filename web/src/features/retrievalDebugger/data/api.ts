import type { retrievalDebugger } from '@parlance/contract/retrievalDebugger'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'
import { idempotencyKey } from '../../../session/http.ts'
import { type TestCase, testsApi } from '../../performanceTests/data/api.ts'

type Group = typeof retrievalDebugger
export type Asked = Omit<Args<Group['debugRetrieval']>, 'withSteps' | 'expectedPassageId'>
export type Debugged = Answer<Group['debugRetrieval']>
export type Steps = NonNullable<Debugged['steps']>
export type Candidate = Steps['candidates'][number]
export type Stage = Steps['stages'][number]['stage']
export type Expected = NonNullable<Steps['expected']>
export type PromptPart = NonNullable<Steps['prompt']>

export const debuggerApi = testsApi.injectEndpoints({
  endpoints: (build) => ({
    debugRetrieval: build.mutation<Debugged, Args<Group['debugRetrieval']>>({
      query: request('retrievalDebugger.debugRetrieval'),
    }),
    expectPassage: build.mutation<TestCase, Args<Group['expectPassage']> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('retrievalDebugger.expectPassage', input),
        headers: idempotencyKey(key),
      }),
      invalidatesTags: (_, error, { performanceTestId }) =>
        error
          ? []
          : [
              'PerformanceTests',
              { type: 'PerformanceTest', id: performanceTestId },
              { type: 'PerformanceCases', id: performanceTestId },
            ],
    }),
  }),
})
