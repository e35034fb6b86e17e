import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type PolicyRow, policiesApi } from './api.ts'
import { policiesTexts } from './policiesTexts.ts'
import { StoredPolicyExposure } from './StoredPolicyExposure.tsx'

export function RemovePolicyDialog({ policy, close }: { policy: PolicyRow; close: () => void }) {
  const t = policiesTexts.useText()
  const [remove, { isLoading, error }] = policiesApi.useRemoveChatAccessPolicyMutation()
  const { name, chatAccessPolicyId } = policy

  async function confirm() {
    const answer = await remove({ chatAccessPolicyId })
    if (answer.error) return
    toast.success(t('removed', { name }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('removeTitle', { name })}
      text={t('removeText')}
      button={t('removeName', { name })}
      wide
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <StoredPolicyExposure chatAccessPolicyId={chatAccessPolicyId} enabled={false} />
    </ConfirmDialog>
  )
}
