import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { RemovalExposure } from '../exposure/Exposures.tsx'
import { managementApi } from './api.ts'
import { managementTexts } from './managementTexts.ts'

interface Props {
  agent: { gptSystemId: string; name: string }
  close: () => void
}

export function RemoveAgentDialog({ agent: { gptSystemId, name }, close }: Props) {
  const t = managementTexts.useText()
  const [remove, { isLoading, error }] = managementApi.useRemoveAgentMutation()

  async function confirm() {
    if ((await remove({ gptSystemId })).error) return
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
      <RemovalExposure of={{ gptSystemId }} />
    </ConfirmDialog>
  )
}
