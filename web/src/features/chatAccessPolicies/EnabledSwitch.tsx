import { useState } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { errorText } from '../../ui/errorText.ts'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { toast } from '../../ui/toast.tsx'
import { policiesTexts } from '../policyText/lang/en.ts'
import { type PolicyRow, policiesApi } from './data/api.ts'
import { SwitchDialog } from './SwitchDialog.tsx'
import { usePolicyRights } from './usePolicyRights.ts'
import '../../ui/admin/edit.css'

/** Turns a policy on or off from the list, after showing who gains or loses access. */
export function EnabledSwitch({ row }: { row: PolicyRow }) {
  const t = policiesTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { mayWrite } = usePolicyRights()
  const [setEnabled, { isLoading }] = policiesApi.useSetPolicyEnabledMutation()
  const { chatAccessPolicyId, version } = row
  const name = useAgentName()(row.name)
  // Shows the sent value until the list has a newer row, because the old row shows the opposite.
  const [sent, setSent] = useState<{ enabled: boolean; of: number }>()
  const [asking, ask] = useState<'on' | 'off'>()
  const shown = sent?.of === version ? sent.enabled : row.enabled

  async function turn(enabled: boolean) {
    if (isLoading) return
    ask(undefined)
    setSent({ enabled, of: version })
    const { error } = await setEnabled({ chatAccessPolicyId, enabled })
    if (error) {
      setSent(undefined)
      toast.error(errorText(error))
    } else toast.success(t(enabled ? 'switchedOn' : 'switchedOff', { name }))
  }

  return (
    <>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={shown}
        aria-label={t('switch', { name })}
        aria-busy={isLoading}
        disabled={!mayWrite}
        title={mayWrite ? undefined : t('switchNeeds', { action: fullNameOf('ChatAccessPoliciesWrite') })}
        onClick={() => ask(shown ? 'off' : 'on')}
      />
      {asking && (
        <SwitchDialog
          policy={row}
          to={asking}
          confirm={() => void turn(asking === 'on')}
          close={() => ask(undefined)}
        />
      )}
    </>
  )
}
