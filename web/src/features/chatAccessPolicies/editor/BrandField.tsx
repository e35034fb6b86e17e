import { useId } from 'react'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { useBrands } from '../../brandName/BrandName.tsx'
import { policiesTexts } from '../../policyText/lang/en.ts'
import type { PolicyEditing } from './policyEditing.ts'

export function BrandField({ form, readOnly }: PolicyEditing) {
  const t = policiesTexts.useText()
  const id = useId()
  const { brands } = useBrands()
  const { brandKey } = form.values
  const error = form.errors.brandKey
  // A brand that the user can't list is still shown.
  const listed = brands.some((one) => one.brandKey === brandKey)
  const options = brandKey === null || listed ? brands : [{ brandKey, name: brandKey }, ...brands]
  return (
    <FieldFrame id={id} field="brandKey" label={t('brandKey')} error={error}>
      <select
        id={id}
        className="in"
        value={brandKey ?? ''}
        disabled={readOnly}
        {...described(id, undefined, error)}
        onChange={(event) => form.set('brandKey', event.target.value || null)}
      >
        <option value="">{t('everyBrand')}</option>
        {options.map((one) => (
          <option key={one.brandKey} value={one.brandKey}>
            {one.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
