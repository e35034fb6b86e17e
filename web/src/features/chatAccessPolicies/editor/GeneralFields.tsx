import { useId } from 'react'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { policiesTexts } from '../../policyText/lang/en.ts'
import type { PolicyEditing } from './policyEditing.ts'

export function GeneralFields({ form, readOnly }: PolicyEditing) {
  const t = policiesTexts.useText()
  const id = useId()
  const { values, set, check, errors } = form
  return (
    <>
      <TextField
        field="name"
        label={t('name')}
        value={values.name}
        error={errors.name}
        disabled={readOnly}
        change={(name) => set('name', name)}
        leave={() => values.name !== '' && check('name')}
      />
      <FieldFrame id={id} field="description" label={t('description')} error={errors.description}>
        <textarea
          id={id}
          className="in"
          dir="auto"
          rows={2}
          value={values.description}
          disabled={readOnly}
          {...described(id, undefined, errors.description)}
          onChange={(event) => set('description', event.target.value)}
          onBlur={() => check('description')}
        />
      </FieldFrame>
      <SwitchField
        field="enabled"
        label={t('enabled')}
        hint={t('enabledHint')}
        on={values.enabled}
        disabled={readOnly}
        change={(enabled) => set('enabled', enabled)}
      />
    </>
  )
}
