import { skipToken } from '@reduxjs/toolkit/query'
import { type Run, testsApi } from '../data/api.ts'
import { isInProgress } from '../scoreText.ts'
import { useRun } from './useRun.ts'

/** The run of a test that is in progress, kept current. Its end reloads what shows the runs of the test. */
export function useRunning(performanceTestId: string | typeof skipToken): Run | undefined {
  const isSkipped = performanceTestId === skipToken
  const { data } = testsApi.useListSomeRunsQuery(isSkipped ? skipToken : { performanceTestId, pageSize: 1 }, {
    refetchOnMountOrArgChange: true,
  })
  const latest = data?.find(isInProgress)
  const { currentData } = useRun(isSkipped ? '' : performanceTestId, latest?.runId)
  const run = currentData ?? latest
  return run && isInProgress(run) ? run : undefined
}
