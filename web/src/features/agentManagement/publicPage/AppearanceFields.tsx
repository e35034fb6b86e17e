import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { useBrands } from '../../brandName/BrandName.tsx'
import { publicPageTexts } from './lang/en.ts'
import type { PublicPageValues } from './publicPageForm.ts'

const languages = ['', 'en', 'ar'] as const

/** The brand, the language, and the links of a public page. */
export function AppearanceFields({ form }: { form: EditForm<PublicPageValues> }) {
  const t = publicPageTexts.useText()
  const { brands } = useBrands()
  const { values, errors, set, check } = form
  const { brandKey } = values
  // A brand that the user can't list is still shown.
  const isListed = brandKey === '' || brands.some((one) => one.brandKey === brandKey)
  const options = isListed ? brands : [{ brandKey, name: brandKey }, ...brands]
  return (
    <>
      <SelectField
        field="brandKey"
        label={t('brandKey')}
        value={brandKey}
        error={errors.brandKey}
        options={[
          { key: '', label: t('agentBrand') },
          ...options.map((one) => ({ key: one.brandKey, label: one.name })),
        ]}
        change={(key) => set('brandKey', key)}
      />
      <SelectField
        field="language"
        label={t('language')}
        value={values.language}
        error={errors.language}
        options={languages.map((key) => ({ key, label: t(`language.${key || 'visitor'}`) }))}
        change={(key) => set('language', key as PublicPageValues['language'])}
      />
      <TextField
        field="contactLabel"
        label={t('contactLabel')}
        hint={t('contactLabelHint')}
        value={values.contactLabel}
        error={errors.contactLabel}
        leave={() => check('contactLabel')}
        change={(text) => set('contactLabel', text)}
      />
      {(['contactUrl', 'privacyUrl'] as const).map((field) => (
        <TextField
          key={field}
          field={field}
          label={t(field)}
          hint={t(`${field}Hint`)}
          code
          value={values[field]}
          error={errors[field]}
          leave={() => check(field)}
          change={(text) => set(field, text)}
        />
      ))}
    </>
  )
}
