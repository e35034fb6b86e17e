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
    const { data, error } = await dismissOne(versionOf(question))
    if (error) return reportError(error)
    offerUndo(t('dismissed'), data, () => void reopen(data))
  }

  async function reopen(question: UnansweredQuestion): Promise<void> {
    const { data, error } = await reopenOne(versionOf(question))
    if (error) return reportError(error)
    if (question.state === 'Dismissed') offerUndo(t('reopened'), data, () => void dismiss(data))
    else toast.success(t('reopened'))
  }

  return { request, requesting, dismiss, reopen }
}

const offerUndo = (text: string, { unansweredQuestionId, version }: UnansweredQuestion, act: () => void) =>
  toast.undoable(text, {
    label: analyticsTexts.text('undo'),
    of: `question ${unansweredQuestionId}, version ${version}`,
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
