import { Link } from 'react-router'
import { editAgentPath } from '../data/agentPaths.ts'
import { managementTexts } from '../lang/en.ts'
import { GateStatus } from './GateStatus.tsx'
import type { OfPublishing } from './PublishingNow.tsx'
import { useGateCheck, withoutApproval } from './useGateCheck.ts'

/** What the draft of an agent lacks to be published. */
export function DraftGate({
  agent: { gptSystemId, draftStateId },
  publishing: { gate, request },
}: OfPublishing) {
  const t = managementTexts.useText()
  const { check } = useGateCheck(gptSystemId, draftStateId, gate)
  if (!gate || !check || !draftStateId) return null
  const isRequested =
    request?.status === 'Open' && !request.isChanged && request.gptSystemConfigurationStateId === draftStateId
  return (
    <section aria-label={t('gateDraft')} className="gate-draft">
      <h3 className="h4">
        <Link to={editAgentPath(gptSystemId)}>{t('gateDraft')}</Link>
      </h3>
      <GateStatus gate={gate} stateId={draftStateId} check={isRequested ? withoutApproval(check) : check} />
    </section>
  )
}
