import { type Run, testsApi } from '../data/api.ts'
import { isInProgress } from '../scoreText.ts'
import { useRun } from './useRun.ts'

/** The run of a test that is in progress, kept current. Its end reloads what shows the runs of the test. */
export function useRunning(performanceTestId: string): Run | undefined {
  const { data } = testsApi.useListSomeRunsQuery(
    { performanceTestId, pageSize: 1 },
    { refetchOnMountOrArgChange: true },
  )
  const latest = data?.find(isInProgress)
  const { currentData } = useRun(performanceTestId, latest?.runId)
  const run = currentData ?? latest
  return run && isInProgress(run) ? run : undefined
}
