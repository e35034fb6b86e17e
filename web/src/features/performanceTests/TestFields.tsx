import { TextField } from '../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../ui/admin/useEditForm.ts'
import { testsTexts } from './lang/en.ts'
import type { TestValues } from './testForm.ts'

/** The name and the pass mark of a test. */
export function TestFields<Values extends TestValues>({
  form: { values, errors, set, check },
}: {
  form: EditForm<Values>
}) {
  const t = testsTexts.useText()
  return (
    <>
      <TextField
        field="name"
        label={t('name')}
        hint={t('nameHint')}
        value={values.name}
        error={errors.name}
        autoFocus
        change={(name) => set('name', name)}
        leave={() => values.name !== '' && check('name')}
      />
      <TextField
        field="passPercent"
        label={t('passPercent')}
        hint={t('passPercentHint')}
        value={values.passPercent}
        error={errors.passPercent}
        change={(passPercent) => set('passPercent', passPercent)}
        leave={() => check('passPercent')}
      />
    </>
  )
}
