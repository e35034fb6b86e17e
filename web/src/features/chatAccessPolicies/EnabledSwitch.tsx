import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { type PolicyRow, policiesApi } from './api.ts'
import { policiesTexts } from './policiesTexts.ts'
import { usePolicyRights } from './usePolicyRights.ts'
import '../../ui/admin/edit.css'

/** Switches a policy on and off where it stands in the list. */
export function EnabledSwitch({ row }: { row: PolicyRow }) {
  const t = policiesTexts.useText()
  const { mayWrite } = usePolicyRights()
  const [setEnabled, { isLoading, originalArgs }] = policiesApi.useSetPolicyEnabledMutation()
  const { chatAccessPolicyId, name } = row
  const shown = isLoading && originalArgs ? originalArgs.enabled : row.enabled

  async function toggle() {
    if (isLoading) return
    const { error } = await setEnabled({ chatAccessPolicyId, enabled: !row.enabled })
    if (error) toast.error(errorText(error))
    else toast.success(t(row.enabled ? 'switchedOff' : 'switchedOn', { name }))
  }

  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={shown}
      aria-label={t('switch', { name })}
      aria-busy={isLoading}
      disabled={!mayWrite}
      title={mayWrite ? undefined : t('switchNeeds', { action: 'ChatAccessPoliciesWrite' })}
      onClick={() => void toggle()}
    />
  )
}
