import { RemovalDialog } from '../../ui/admin/RemovalDialog.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { type BrandRow, brandsApi } from './data/api.ts'
import { brandsTexts } from './lang/en.ts'

export function RemoveBrandDialog({ brand, close }: { brand: BrandRow; close: () => void }) {
  const t = brandsTexts.useText()
  const [remove, { isLoading, error }] = brandsApi.useRemoveBrandMutation()
  const { name, brandKey } = brand
  const named = useAgentName()
  return (
    <RemovalDialog
      {...{ t, name, isLoading, error, close }}
      remove={() => remove({ brandKey })}
      reasonOf={({ message }) => t('usedByAgent', { name: named(message) })}
    />
  )
}
