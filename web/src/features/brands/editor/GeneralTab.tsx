import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { brandsApi } from '../data/api.ts'
import { brandsTexts } from '../lang/en.ts'
import type { Editing } from './editing.ts'
import { HostNamesField } from './HostNamesField.tsx'

export function GeneralTab({ editing, brandKey }: { editing: Editing; brandKey: string }) {
  const t = brandsTexts.useText()
  const { values, set, check, error, readOnly } = editing
  return (
    <div className="edit-fields">
      <TextField
        field="name"
        label={t('name')}
        value={values.name}
        error={error('name')}
        disabled={readOnly}
        change={(name) => set('name', name)}
        leave={() => check('name')}
      />
      <TextField
        field="brandKey"
        code
        readOnly
        label={t('key')}
        hint={t('keyFixed')}
        value={brandKey}
        change={() => {}}
      />
      <HostNamesField
        hostNames={values.hostNames}
        change={(hostNames) => set('hostNames', hostNames)}
        leave={() => check('hostNames')}
        error={error}
        readOnly={readOnly}
      />
    </div>
  )
}

/** For the defaults: selects the brand of pages that don't belong to another brand. */
export function DefaultBrandTab({ editing }: { editing: Editing }) {
  const t = brandsTexts.useText()
  const { values, set, readOnly, error } = editing
  const { data } = brandsApi.useListAllBrandsQuery()
  const brands = data?.items ?? [{ brandKey: values.defaultBrandKey, name: values.defaultBrandKey }]
  return (
    <div className="edit-fields">
      <SelectField
        field="defaultBrandKey"
        label={t('defaultBrand')}
        hint={t('defaultBrandHint')}
        error={error('defaultBrandKey')}
        value={values.defaultBrandKey}
        disabled={readOnly}
        options={brands.map(({ brandKey, name }) => ({ key: brandKey, label: name }))}
        change={(brandKey) => set('defaultBrandKey', brandKey)}
      />
    </div>
  )
}
