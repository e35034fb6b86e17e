import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { publicPageTexts } from './lang/en.ts'
import type { PublicPageValues } from './publicPageForm.ts'

/** What visitors can do besides asking. */
export function VisitorFields({ form: { values, set } }: { form: EditForm<PublicPageValues> }) {
  const t = publicPageTexts.useText()
  return (
    <>
      {(['allowVision', 'allowAttachments', 'allowSourceDownload', 'allowPageContext'] as const).map(
        (field) => (
          <SwitchField
            key={field}
            field={field}
            label={t(field)}
            hint={t(`${field}Hint`)}
            on={values[field]}
            change={(on) => set(field, on)}
          />
        ),
      )}
    </>
  )
}
