import { problemOf } from '../../../transport/apiError.ts'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { type UnansweredQuestion, unansweredApi } from '../data/unansweredApi.ts'
import { analyticsTexts } from '../lang/en.ts'

/** Dismisses and reopens questions. Both can be undone, except for reopening a question with a requested document. */
export function useChanges() {
  const [dismissOne] = unansweredApi.useDismissQuestionMutation()
  const [reopenOne] = unansweredApi.useReopenQuestionMutation()
  const t = analyticsTexts.text

  async function dismiss(question: UnansweredQuestion): Promise<void> {
    const { data, error } = await dismissOne(versionOf(question))
    if (error) return reportError(error)
    toast.undoable(t('dismissed'), {
      label: t('undo'),
      of: `dismissed ${question.unansweredQuestionId}`,
      act: () => void reopen(data),
    })
  }

  async function reopen(question: UnansweredQuestion): Promise<void> {
    const { data, error } = await reopenOne(versionOf(question))
    if (error) return reportError(error)
    if (question.state !== 'Dismissed') return void toast.success(t('reopened'))
    toast.undoable(t('reopened'), {
      label: t('undo'),
      of: `reopened ${question.unansweredQuestionId}`,
      act: () => void dismiss(data),
    })
  }

  return { dismiss, reopen }
}

export const versionOf = ({ unansweredQuestionId, version }: UnansweredQuestion) => ({
  unansweredQuestionId,
  version,
})

/** Whether someone else changed the question. The list is then loaded again. */
export const isStale = (error: unknown): boolean => problemOf(error)?.code === 'request.stale'

export function reportError(error: unknown): void {
  toast.error(isStale(error) ? analyticsTexts.text('changedMeanwhile') : errorText(error))
}
