import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { SubjectPicker } from '../SubjectPicker.tsx'
import type { PolicyEditing } from './policyEditing.ts'

/** The people and groups that a policy applies to. */
export function SubjectsField({ form, readOnly }: PolicyEditing) {
  const t = policiesTexts.useText()
  const { values, set, errors } = form
  const { subjects, everyone } = values
  return (
    <>
      <SwitchField
        field="everyone"
        label={t('everyone')}
        hint={t('everyoneHint')}
        on={everyone}
        disabled={readOnly}
        change={(on) => {
          set('everyone', on)
          // Setting `subjects` clears its error, which this switch can resolve.
          set('subjects', subjects)
        }}
      />
      <SubjectPicker
        subjects={subjects}
        change={readOnly ? undefined : (chosen) => set('subjects', chosen)}
        error={errors.subjects}
      />
    </>
  )
}
