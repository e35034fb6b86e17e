import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { PolicyExposure } from '../exposure/Exposures.tsx'
import { type PolicyRow, policiesApi } from './api.ts'
import { policiesTexts } from './policiesTexts.ts'
import { inputOfPolicy, type Policy } from './policyInput.ts'

interface Props {
  policy: PolicyRow
  confirm: () => void
  close: () => void
}

/** Before a policy is switched on: whom it lets in. */
export function SwitchOnDialog({ policy: { chatAccessPolicyId, name }, confirm, close }: Props) {
  const t = policiesTexts.useText()
  const { data, error } = policiesApi.useGetChatAccessPolicyQuery(
    { chatAccessPolicyId },
    { refetchOnMountOrArgChange: true },
  )
  return (
    <ConfirmDialog
      title={t('switchOnTitle', { name })}
      text={t('switchOnText')}
      button={t('switchOnButton')}
      danger={false}
      wide
      busy={false}
      error={error}
      confirm={confirm}
      close={close}
    >
      {data && <PolicyExposure of={{ ...askedOf(data), enabled: true }} />}
    </ConfirmDialog>
  )
}

const askedOf = (policy: Policy) => {
  const { name: _, description: __, limits: ___, ...asked } = inputOfPolicy(policy)
  return { ...asked, chatAccessPolicyId: policy.chatAccessPolicyId }
}
