import { useRef } from 'react'
import { problemOf } from '../../../transport/apiError.ts'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { type UnansweredQuestion, unansweredApi } from '../data/unansweredApi.ts'
import { analyticsTexts } from '../lang/en.ts'

/** Changes questions, and offers to undo it. A request that was withdrawn isn’t offered again, because it had a note. */
export function useChanges() {
  const [requestOne, requesting] = unansweredApi.useRequestDocumentMutation()
  const [dismissOne] = unansweredApi.useDismissQuestionMutation()
  const [reopenOne] = unansweredApi.useReopenQuestionMutation()
  const t = analyticsTexts.text
  // Each version is changed once: a second click would be rejected like someone else’s change.
  const sent = useRef(new Set<string>())
  function isFirst(question: UnansweredQuestion): boolean {
    const key = keyOf(question)
    if (sent.current.has(key)) return false
    sent.current.add(key)
    return true
  }
  function failed(question: UnansweredQuestion, error: unknown): void {
    sent.current.delete(keyOf(question))
    reportError(error)
  }

  /** Returns whether the request has ended: it succeeded, or someone else changed the question. */
  async function request(question: UnansweredQuestion, note: string): Promise<boolean> {
    const { data, error } = await requestOne({ ...versionOf(question), note })
    if (error) {
      if (isStale(error)) reportError(error)
      return isStale(error)
    }
    // Notifications that no one has read yet are withdrawn, before any email is sent.
    offerUndo(t('requested'), data, () => void reopen(data))
    return true
  }

  async function dismiss(question: UnansweredQuestion): Promise<void> {
    if (!isFirst(question)) return
    const { data, error } = await dismissOne(versionOf(question))
    if (error) return failed(question, error)
    offerUndo(t('dismissed'), data, () => void reopen(data))
  }

  async function reopen(question: UnansweredQuestion): Promise<void> {
    if (!isFirst(question)) return
    const { data, error } = await reopenOne(versionOf(question))
    if (error) return failed(question, error)
    if (question.state === 'Dismissed') offerUndo(t('reopened'), data, () => void dismiss(data))
    else toast.success(t('reopened'))
  }

  return { request, requesting, dismiss, reopen }
}

const keyOf = ({ unansweredQuestionId, version }: UnansweredQuestion) => `${unansweredQuestionId} ${version}`

const offerUndo = (text: string, question: UnansweredQuestion, act: () => void) =>
  toast.undoable(text, {
    label: analyticsTexts.text('undo'),
    of: keyOf(question),
    act,
  })

const versionOf = ({ unansweredQuestionId, version }: UnansweredQuestion) => ({
  unansweredQuestionId,
  version,
})

/** Whether someone else changed the question. The list is then loaded again. */
const isStale = (error: unknown): boolean => problemOf(error)?.code === 'request.stale'

function reportError(error: unknown): void {
  toast.error(isStale(error) ? analyticsTexts.text('changedMeanwhile') : errorText(error))
}
