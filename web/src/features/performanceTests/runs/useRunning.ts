import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../../api/api.ts'
import { changedRuns, type Run, testsApi } from '../data/api.ts'
import { isInProgress } from '../scoreText.ts'
import { useRun } from './useRun.ts'

/** The run of a test that is in progress, kept current. Its end reloads what shows the runs of the test. */
export function useRunning(performanceTestId: string | typeof skipToken): Run | undefined {
  const dispatch: ApiDispatch = useDispatch()
  const isSkipped = performanceTestId === skipToken
  const { data } = testsApi.useListSomeRunsQuery(isSkipped ? skipToken : { performanceTestId, pageSize: 1 }, {
    refetchOnMountOrArgChange: true,
  })
  const latest = data?.find(isInProgress)
  const { currentData } = useRun(isSkipped ? '' : performanceTestId, latest?.runId, true)
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (!data || isSkipped) return
    const newest = data[0]?.runId ?? ''
    // A short run can end before it is seen in progress, and what was read when it started is out of date then.
    if (seen.current !== null && seen.current !== newest && !data.some(isInProgress))
      dispatch(testsApi.util.invalidateTags(changedRuns(performanceTestId)))
    seen.current = newest
  }, [data, isSkipped, performanceTestId, dispatch])
  const run = currentData ?? latest
  return run && isInProgress(run) ? run : undefined
}
