import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { managementApi, type Prompt } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'

interface Props {
  gptSystemId: string
  prompt: Prompt
  close: () => void
}

export function RemovePromptDialog({ gptSystemId, prompt: { promptId, title }, close }: Props) {
  const t = managementTexts.useText()
  const [remove, { isLoading, error }] = managementApi.useRemoveAgentPromptMutation()

  async function confirm() {
    if ((await remove({ gptSystemId, promptId })).error) return
    toast.success(t('promptRemoved', { title }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('promptRemoveTitle', { title })}
      text={t('promptRemoveText')}
      button={t('promptRemove', { title })}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
