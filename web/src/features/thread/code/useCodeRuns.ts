import type { Problem } from '@parlance/contract/errors'
import { type StreamEvent, type StreamEvents, streamEventNames } from '@parlance/contract/events'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { chatCallOf } from '../../../api/chatCalls.ts'
import { ApiError, send } from '../../../session/http.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { eventsOf, SILENCE_MS } from '../../chatModel/stream/eventStream.ts'
import type { Place } from './codeFile.ts'

export interface CodeRuns {
  /** What runs now, or ran last and isn’t part of the answer yet, in the format of the answer’s code. */
  text: string
  isRunning: boolean
  /** Why the last code couldn’t be run. */
  error: unknown
  /** Runs code. Returns whether it ran, also if it failed or was stopped. */
  run(code: string): Promise<boolean>
  stop(): void
}

/** How long the server takes at most to stop code and to store what it showed. */
const STORED_MS = 2500

const lost = new ApiError({ status: 'FETCH_ERROR', requestId: '' })

const errorOf = ({ code, text, requestId }: StreamEvents['error']) => {
  const data = { code, title: text, status: 409, requestId } as Problem
  return new ApiError({ status: data.status, data, requestId })
}

/** Runs code with the files and variables of a conversation. It stops when its answer is left. */
export function useCodeRuns(place: Place | null, stored: string): CodeRuns {
  const within = useWithin()
  const dispatch = useDispatch<ApiDispatch>()
  const [shown, setShown] = useState({ text: '', after: 0 })
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const readAgain = () =>
    place && dispatch(api.util.invalidateTags([{ type: 'Segments', id: place.conversationId }]))

  /** Returns the error, or null once the code has run. */
  async function receive(code: string, attempt: AbortController): Promise<unknown> {
    let failure: unknown = null
    try {
      const response = await send({
        ...chatCallOf('runCode', { ...place, code, ...within }),
        headers: { accept: 'text/event-stream' },
        signal: attempt.signal,
        timeoutMs: SILENCE_MS,
      })
      for await (const events of eventsOf<StreamEvent>(response, streamEventNames, attempt))
        for (const { event, data } of events) {
          if (event === 'code-interpreter-updated')
            setShown((before) => ({ ...before, text: before.text + data.text }))
          else if (event === 'error' || event === 'internal-server-error') failure = errorOf(data)
          else if (event === 'no-more-data') return failure
        }
      return lost
    } catch (cause) {
      return attempt.signal.aborted ? null : cause
    }
  }

  return {
    text: stored.length > shown.after ? '' : shown.text,
    isRunning,
    error,
    async run(code) {
      if (running.current) return false
      const attempt = new AbortController()
      running.current = attempt
      setRunning(true)
      setError(null)
      setShown({ text: '', after: stored.length })
      const failure = await receive(code, attempt)
      running.current = null
      setRunning(false)
      setError(failure)
      if (attempt.signal.aborted) setTimeout(readAgain, STORED_MS)
      else readAgain()
      return failure === null
    },
    stop: () => running.current?.abort(),
  }
}
