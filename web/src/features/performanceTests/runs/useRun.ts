import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../../api/api.ts'
import { changedRuns, testsApi } from '../data/api.ts'
import { isInProgress } from '../scoreText.ts'

const POLL_MS = 1000

/**
 * A run. It reloads while it is in progress; at its end, what shows the score of the test reloads too. `wasListed`: a list
 * shows it as in progress, so it can end before it is read here for the first time.
 */
export function useRun(performanceTestId: string, runId: string | undefined, wasListed = false) {
  const dispatch: ApiDispatch = useDispatch()
  const [working, setWorking] = useState(false)
  const query = testsApi.useGetRunQuery(runId ? { performanceTestId, runId } : skipToken, {
    refetchOnMountOrArgChange: true,
    pollingInterval: working ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  })
  const { currentData } = query
  const isRunning = currentData !== undefined && isInProgress(currentData)
  const wasRunning = useRef(false)
  useEffect(() => {
    setWorking(isRunning)
    if ((wasRunning.current || wasListed) && !isRunning && currentData)
      dispatch(testsApi.util.invalidateTags(changedRuns(performanceTestId)))
    wasRunning.current = isRunning
  }, [isRunning, wasListed, currentData, dispatch, performanceTestId])
  return query
}
