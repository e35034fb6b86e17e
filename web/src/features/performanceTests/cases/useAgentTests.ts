import { skipToken } from '@reduxjs/toolkit/query'
import { type PerformanceTest, testsApi } from '../data/api.ts'

/** The tests of an agent whose cases the user can change. One page holds all that an agent can have. */
export function useAgentTests(gptSystemId: string | undefined) {
  const { currentData, error, refetch } = testsApi.useListPerformanceTestsInfiniteQuery(
    gptSystemId === undefined ? skipToken : { gptSystemId, search: '' },
    { refetchOnMountOrArgChange: true },
  )
  const tests: PerformanceTest[] | undefined = currentData?.pages
    .flatMap(({ items }) => items)
    .filter(({ mayEdit }) => mayEdit)
  return { tests, error, refetch }
}
