import { useEffect, useState } from 'react'
import { useObservable } from '../../../../base/useObservable.ts'
import { newId } from '../../../../session/http.ts'
import { problemOf } from '../../../../transport/apiError.ts'
import { useWithin } from '../../../chatModel/chatFamily.ts'
import { type CanvasDocument, documentsApi } from '../data/api.ts'
import { type Change, DocumentSession, type Outcome, type SessionState } from './DocumentSession.ts'
import { type Kept, mounted, sessionOf } from './sessions.ts'

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
  const [kept] = useState((): Kept => {
    const before = sessionOf(documentId)
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
    return { session: made, shown, mounts: 0 }
  })
  const { session, shown } = kept
  useEffect(() => mounted(documentId, kept), [documentId, kept])
  useEffect(() => {
    shown.show = show
  })
  useEffect(() => session.receive(stored), [session, stored])
  useEffect(() => {
    if (isGone) session.gone()
  }, [session, isGone])
  const state = useObservable(session.state)
  return { session, state }
}
