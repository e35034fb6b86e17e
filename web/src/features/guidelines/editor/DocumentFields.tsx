import { useRef } from 'react'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { EditSection } from '../../../ui/admin/PlainEditPage.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import type { DocumentValues } from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'
import { LinksField } from './LinksField.tsx'
import { SectionsField } from './SectionsField.tsx'

interface Props {
  form: EditForm<DocumentValues>
  readOnly: boolean
}

/** The fields of a document’s draft. */
export function DocumentFields({ form, readOnly }: Props) {
  const t = guidelinesTexts.useText()
  const { values, errors, set, check } = form
  const latest = useRef(values.sections)
  latest.current = values.sections
  return (
    <>
      <EditSection title={t('general')} hint={t('generalHint')}>
        <TextField
          field="title"
          label={t('titleLabel')}
          hint={t('titleHint')}
          value={values.title}
          error={errors.title}
          disabled={readOnly}
          change={(title) => set('title', title)}
          leave={() => check('title')}
        />
        <SwitchField
          field="requireConsent"
          label={t('requireConsent')}
          hint={t('requireConsentHint')}
          on={values.requireConsent}
          disabled={readOnly}
          change={(requireConsent) => set('requireConsent', requireConsent)}
        />
      </EditSection>
      <EditSection title={t('linksLabel')} hint={t('linksHint')}>
        <LinksField form={form} readOnly={readOnly} />
      </EditSection>
      <EditSection title={t('sections')} hint={t('sectionsHint')}>
        <SectionsField
          sections={values.sections}
          errors={errors}
          readOnly={readOnly}
          change={(next) => {
            latest.current = next(latest.current)
            set('sections', latest.current)
          }}
          check={() => check('sections')}
        />
      </EditSection>
    </>
  )
}
