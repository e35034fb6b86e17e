import { useState } from 'react'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { type PolicyRow, policiesApi } from './api.ts'
import { policiesTexts } from './policiesTexts.ts'
import { SwitchOnDialog } from './SwitchOnDialog.tsx'
import { usePolicyRights } from './usePolicyRights.ts'
import '../../ui/admin/edit.css'

/** Switches a policy on and off where it stands in the list; on once it was said whom that lets in. */
export function EnabledSwitch({ row }: { row: PolicyRow }) {
  const t = policiesTexts.useText()
  const { mayWrite } = usePolicyRights()
  const [setEnabled, { isLoading }] = policiesApi.useSetPolicyEnabledMutation()
  const { chatAccessPolicyId, name, version } = row
  // What was sent is shown until the list has a newer row: the one that it has would say the opposite meanwhile.
  const [sent, setSent] = useState<{ enabled: boolean; of: number }>()
  const [asking, ask] = useState(false)
  const shown = sent?.of === version ? sent.enabled : row.enabled

  async function turn(enabled: boolean) {
    if (isLoading) return
    ask(false)
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
        title={mayWrite ? undefined : t('switchNeeds', { action: 'ChatAccessPoliciesWrite' })}
        onClick={() => (shown ? void turn(false) : ask(true))}
      />
      {asking && <SwitchOnDialog policy={row} confirm={() => void turn(true)} close={() => ask(false)} />}
    </>
  )
}
