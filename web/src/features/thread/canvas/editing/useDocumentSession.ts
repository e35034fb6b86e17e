import { useEffect, useState } from 'react'
import { useHoldPage } from '../../../../base/useHoldPage.ts'
import { useObservable } from '../../../../base/useObservable.ts'
import { newId } from '../../../../session/http.ts'
import { problemOf } from '../../../../transport/apiError.ts'
import { useWithin } from '../../../chatModel/chatFamily.ts'
import { type CanvasDocument, documentsApi } from '../data/api.ts'
import { type Change, DocumentSession, type Outcome, type SessionState } from './DocumentSession.ts'
import { sessions } from './sessions.ts'

/** What can’t succeed by trying again. */
const isFinal = (status: unknown) =>
  typeof status === 'number' && status >= 400 && status < 500 && status !== 429

/**
 * The editing of a document. One that couldn’t save everything before its panel was closed goes on, and is found again.
 * `show` is called with what the editor has to show.
 */
export function useDocumentSession(
  stored: CanvasDocument,
  { isGone, show }: { isGone: boolean; show: (text: string) => void },
): { session: DocumentSession; state: SessionState } {
  const within = useWithin()
  const [update] = documentsApi.useUpdateDocumentMutation()
  const { conversationId, documentId } = stored
  const [{ session, shown }] = useState(() => {
    const before = sessions.get(documentId)
    if (before) return before
    const shown = { show }
    const save = async (version: number, change: Change): Promise<Outcome> => {
      const answer = await update({ ...within, conversationId, documentId, ...change, version })
      if (!answer.error) return { kind: 'Saved', document: answer.data }
      const problem = problemOf(answer.error)
      if (problem?.code === 'request.stale')
        return { kind: 'Stale', document: problem.current as CanvasDocument }
      if (problem?.code === 'document.notFound') return { kind: 'Gone' }
      const status = 'status' in answer.error ? answer.error.status : null
      return { kind: 'Failed', error: answer.error, isFinal: isFinal(status) }
    }
    const made = new DocumentSession(stored, {
      save,
      newId,
      show: (text) => shown.show(text),
      later(work, ms) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    })
    return { session: made, shown }
  })
  useEffect(() => {
    shown.show = show
  })
  useEffect(() => {
    sessions.set(documentId, { session, shown })
    return () => {
      shown.show = () => undefined
      void session.flush().then((isSaved) => {
        if (isSaved) sessions.delete(documentId)
      })
    }
  }, [documentId, session, shown])
  useEffect(() => session.receive(stored), [session, stored])
  useEffect(() => {
    if (isGone) session.gone()
  }, [session, isGone])
  useEffect(() => {
    const leave = () => void session.flush()
    addEventListener('pagehide', leave)
    addEventListener('blur', leave)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('blur', leave)
    }
  }, [session])
  const state = useObservable(session.state)
  useHoldPage(state.status !== 'Saved')
  return { session, state }
}
