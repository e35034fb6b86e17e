import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type BrandRow, brandsApi } from './api.ts'
import { brandsTexts } from './brandsTexts.ts'

export function RemoveBrandDialog({ brand, close }: { brand: BrandRow; close: () => void }) {
  const t = brandsTexts.useText()
  const [remove, { isLoading, error }] = brandsApi.useRemoveBrandMutation()
  const { name, brandKey } = brand

  async function confirm() {
    const answer = await remove({ brandKey })
    if (answer.error) return
    toast.success(t('removed', { name }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('removeTitle', { name })}
      text={t('removeText')}
      button={t('removeName', { name })}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
