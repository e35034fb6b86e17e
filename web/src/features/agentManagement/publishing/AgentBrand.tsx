import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { useBrands } from '../../brandName/BrandName.tsx'
import { type ManagedAgent, managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'

/** The brand that the agent's chat has. It applies from the next time that the chat is opened. */
export function AgentBrand({ agent }: { agent: ManagedAgent }) {
  const t = managementTexts.useText()
  const { gptSystemId, name, brandKey, version, mayChange } = agent
  const { brands } = useBrands()
  const [set, { isLoading }] = managementApi.useSetAgentBrandMutation()
  // A brand that the user can't list is still shown.
  const isListed = brandKey === null || brands.some((one) => one.brandKey === brandKey)
  const options = isListed ? brands : [{ brandKey, name: brandKey }, ...brands]

  async function choose(chosen: string) {
    const { error } = await set({ gptSystemId, version, brandKey: chosen || null })
    if (error) toast.error(errorText(error))
    else toast.success(t('brandSaved', { name }))
  }

  return (
    <SelectField
      field="brandKey"
      label={t('brand')}
      value={brandKey ?? ''}
      options={[
        { key: '', label: t('pageBrand') },
        ...options.map((one) => ({ key: one.brandKey, label: one.name })),
      ]}
      disabled={!mayChange}
      change={(chosen) => !isLoading && void choose(chosen)}
    />
  )
}
