import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { memoriesApi } from './data/api.ts'
import { memoriesTexts } from './lang/en.ts'

/** Deletes all memories, once confirmed. */
export function ClearDialog({ count, close }: { count: number; close: () => void }) {
  const t = memoriesTexts.useText()
  const [clear, { isLoading, error }] = memoriesApi.useClearMemoriesMutation()
  async function confirm() {
    if ((await clear()).error) return
    toast.success(t('cleared'))
    close()
  }
  return (
    <ConfirmDialog
      title={t('clearTitle')}
      text={t('clearText', { count })}
      button={t('clear')}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
