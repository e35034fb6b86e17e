import type { Problem } from '@parlance/contract/errors'
import { type StreamEvent, type StreamEvents, streamEventNames } from '@parlance/contract/events'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { chatCallOf } from '../../../../api/chatCalls.ts'
import { ApiError, send } from '../../../../session/http.ts'
import { useWithin } from '../../../chatModel/chatFamily.ts'
import { eventsOf, SILENCE_MS } from '../../../chatModel/stream/eventStream.ts'
import { isWritingElsewhere } from '../focus.ts'
import type { DocumentSession } from './DocumentSession.ts'
import type { EditorHandle, Range } from './Editor.tsx'

export interface Proposal {
  before: string
  after: string
  isWritten: boolean
}

const lost = new ApiError({ status: 'FETCH_ERROR', requestId: '' })
const errorOf = ({ code, text, requestId }: StreamEvents['error']) => {
  const data = { code, title: text, status: 409, requestId } as Problem
  return new ApiError({ status: data.status, data, requestId })
}

/** Has a model rewrite the selected text, and keeps its proposal until it is accepted or discarded. */
export function useProposal(session: DocumentSession, editor: RefObject<EditorHandle | null>) {
  const within = useWithin()
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isStale, setStale] = useState(false)
  const [isUnsaved, setUnsaved] = useState(false)
  const [instruction, setInstruction] = useState('')
  /** What asked for the proposal that is shown. */
  const asked = useRef<AbortController | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function receive(
    body: Range & { instruction: string },
    attempt: AbortController,
  ): Promise<{ failure: unknown; isEnded: boolean }> {
    let failure: unknown = null
    try {
      const { conversationId, documentId, version } = session.state.read().document
      const response = await send({
        ...chatCallOf('editDocument', { conversationId, documentId, version, ...body, ...within }),
        headers: { accept: 'text/event-stream' },
        signal: attempt.signal,
        timeoutMs: SILENCE_MS,
      })
      for await (const events of eventsOf<StreamEvent>(response, streamEventNames, attempt))
        for (const { event, data } of events) {
          if (event === 'response-updated')
            setProposal((now) => now && { ...now, after: now.after + data.text })
          else if (event === 'error' || event === 'internal-server-error') failure = errorOf(data)
          else if (event === 'no-more-data') return { failure, isEnded: true }
        }
      return { failure: lost, isEnded: false }
    } catch (cause) {
      return { failure: attempt.signal.aborted ? null : cause, isEnded: false }
    }
  }

  function close(): void {
    running.current?.abort()
    running.current = null
    asked.current = null
    editor.current?.mark(null)
    setProposal(null)
    setStale(false)
    setUnsaved(false)
    // Accepting can take a while.
    if (!isWritingElsewhere()) editor.current?.focus()
  }

  return {
    proposal,
    error,
    isStale,
    /** Whether something couldn’t be done because the document can’t be saved. */
    isUnsaved,
    instruction,
    setInstruction,
    discard: close,
    /** Returns whether there is a proposal. */
    async ask(range: Range, wanted: string): Promise<boolean> {
      if (running.current) return false
      setError(null)
      setStale(false)
      setUnsaved(false)
      const attempt = new AbortController()
      running.current = attempt
      asked.current = attempt
      editor.current?.mark(range)
      // The server rewrites what is stored.
      const isSaved = await session.settle()
      const passage = editor.current?.marked()
      if (!isSaved || !passage || attempt.signal.aborted) {
        if (running.current !== attempt) return false
        running.current = null
        editor.current?.mark(null)
        setUnsaved(!isSaved)
        return false
      }
      const before = session.text.slice(passage.from, passage.to)
      setProposal({ before, after: '', isWritten: false })
      const { failure, isEnded } = await receive({ ...passage, instruction: wanted }, attempt)
      if (running.current !== attempt) return false
      running.current = null
      if (failure || !isEnded) {
        setError(failure)
        editor.current?.mark(null)
        setProposal(null)
        return false
      }
      setProposal((now) => now && { ...now, isWritten: true })
      return true
    },
    async accept(): Promise<void> {
      const attempt = asked.current
      if (!proposal?.isWritten || !attempt) return
      setUnsaved(false)
      let isPassageGone = false
      const isReplaced = await session.replace((now) => {
        if (asked.current !== attempt) return null
        const passage = editor.current?.marked()
        isPassageGone = !passage || now.slice(passage.from, passage.to) !== proposal.before
        if (!passage || isPassageGone) return null
        return now.slice(0, passage.from) + proposal.after + now.slice(passage.to)
      }, 'Model')
      // It was discarded meanwhile.
      if (asked.current !== attempt) return
      if (isReplaced) close()
      else if (isPassageGone) setStale(true)
      else setUnsaved(true)
    },
  }
}
