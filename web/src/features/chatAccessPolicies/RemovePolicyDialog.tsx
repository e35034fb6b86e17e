import { RemovalDialog } from '../../ui/admin/RemovalDialog.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { policiesTexts } from '../policyText/lang/en.ts'
import { type PolicyRow, policiesApi } from './data/api.ts'
import { StoredPolicyExposure } from './StoredPolicyExposure.tsx'

export function RemovePolicyDialog({ policy, close }: { policy: PolicyRow; close: () => void }) {
  const t = policiesTexts.useText()
  const [remove, { isLoading, error }] = policiesApi.useRemoveChatAccessPolicyMutation()
  const { chatAccessPolicyId } = policy
  const name = useAgentName()(policy.name)
  return (
    <RemovalDialog {...{ t, name, isLoading, error, close }} remove={() => remove({ chatAccessPolicyId })}>
      <StoredPolicyExposure chatAccessPolicyId={chatAccessPolicyId} enabled={false} />
    </RemovalDialog>
  )
}
