import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { policiesTexts } from '../policyText/lang/en.ts'
import type { PolicyRow } from './data/api.ts'
import { StoredPolicyExposure } from './StoredPolicyExposure.tsx'

interface Props {
  policy: PolicyRow
  to: 'on' | 'off'
  confirm: () => void
  close: () => void
}

const words = {
  on: { title: 'switchOnTitle', button: 'switchOnButton' },
  off: { title: 'switchOffTitle', button: 'switchOffButton' },
} as const

/** The dialog before a policy is turned on or off. Shows who gains and who loses access. */
export function SwitchDialog({ policy, to, confirm, close }: Props) {
  const t = policiesTexts.useText()
  const { chatAccessPolicyId } = policy
  const name = useAgentName()(policy.name)
  return (
    <ConfirmDialog
      title={t(words[to].title, { name })}
      text={t('switchText')}
      button={t(words[to].button)}
      danger={false}
      wide
      busy={false}
      confirm={confirm}
      close={close}
    >
      <StoredPolicyExposure chatAccessPolicyId={chatAccessPolicyId} enabled={to === 'on'} />
    </ConfirmDialog>
  )
}
