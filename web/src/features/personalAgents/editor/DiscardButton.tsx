import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { useNavigateIfHere } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import type { AgentState } from '../../agentFields/data/api.ts'
import { personalAgentsApi } from '../data/api.ts'
import { personalEditorPath } from '../data/personalAgentPaths.ts'
import { personalAgentsTexts } from '../lang/en.ts'

interface Props {
  state: AgentState
  publishedStateId: string
  /** Lifts the unsaved changes prompt, because the changes are deleted with the draft. */
  lift: () => void
}

/** Deletes the draft of a published agent after a confirmation, and shows the published version. */
export function DiscardButton({ state, publishedStateId, lift }: Props) {
  const t = personalAgentsTexts.useText()
  const navigate = useNavigateIfHere()
  const { configStateId, gptSystemId, number } = state.configuration
  const [asked, setAsked] = useState(false)
  const [discard, { isLoading, error }] = personalAgentsApi.useRemovePersonalStateMutation()

  async function confirm() {
    if ((await discard({ configStateId, gptSystemId })).error) return
    toast.success(t('discarded'))
    lift()
    void navigate(personalEditorPath(publishedStateId), { replace: true })
  }

  return (
    <>
      <button type="button" className="btn ghost" onClick={() => setAsked(true)}>
        {t('discardDraft')}
      </button>
      {asked && (
        <ConfirmDialog
          title={t('discardTitle', { number })}
          text={t('discardText')}
          button={t('discardDraft')}
          busy={isLoading}
          error={error}
          confirm={() => void confirm()}
          close={() => setAsked(false)}
        />
      )}
    </>
  )
}
