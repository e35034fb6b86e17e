import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../../api/api.ts'
import { injectionsApi } from '../data/injectionsApi.ts'
import { isInProgress } from '../scoreText.ts'

const POLL_MS = 1000

/** A run with what it came to so far. It reloads while it is in progress; at its end, what shows the last run does too. */
export function useInjectionRun(gptSystemId: string, runId: string | undefined) {
  const dispatch: ApiDispatch = useDispatch()
  const [working, setWorking] = useState(false)
  const query = injectionsApi.useGetInjectionRunQuery(runId ? { gptSystemId, runId } : skipToken, {
    refetchOnMountOrArgChange: true,
    pollingInterval: working ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  })
  const { currentData } = query
  const isRunning = currentData !== undefined && isInProgress(currentData)
  const wasRunning = useRef(false)
  useEffect(() => {
    setWorking(isRunning)
    if (wasRunning.current && !isRunning)
      dispatch(injectionsApi.util.invalidateTags([{ type: 'InjectionRuns', id: gptSystemId }]))
    wasRunning.current = isRunning
  }, [isRunning, dispatch, gptSystemId])
  return query
}
