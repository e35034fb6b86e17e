import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { useAgentName } from '../../../ui/agentName.ts'
import { useNavigateIfHere } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import { agentsPath } from '../../agentDiscovery/data/agentsPath.ts'
import { type PersonalAgent, personalAgentsApi } from '../data/api.ts'
import { personalAgentsTexts } from '../lang/en.ts'

interface Props {
  agent: PersonalAgent
  /** Lifts the unsaved changes prompt, because the changes are deleted with the agent. */
  lift: () => void
}

/** Deletes the agent after a confirmation. */
export function RemoveButton({ agent, lift }: Props) {
  const { gptSystemId } = agent
  const name = useAgentName()(agent.name)
  const t = personalAgentsTexts.useText()
  const navigate = useNavigateIfHere()
  const [asked, setAsked] = useState(false)
  const [remove, { isLoading, error }] = personalAgentsApi.useRemovePersonalAgentMutation()

  async function confirm() {
    if ((await remove({ gptSystemId })).error) return
    toast.success(t('removed', { name }))
    lift()
    void navigate(agentsPath)
  }

  return (
    <>
      <button type="button" className="btn ghost" onClick={() => setAsked(true)}>
        {t('remove')}
      </button>
      {asked && (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t('removeText')}
          button={t('removeName', { name })}
          busy={isLoading}
          error={error}
          confirm={() => void confirm()}
          close={() => setAsked(false)}
        />
      )}
    </>
  )
}
