import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { userRolesTexts } from '../lang/en.ts'
import type { RoleValues } from './roleForm.ts'

interface Props {
  form: EditForm<RoleValues>
  readOnly: boolean
  autoFocus?: boolean
}

export function RoleFields({ form, readOnly, autoFocus = false }: Props) {
  const t = userRolesTexts.useText()
  const { values, errors, set, check } = form
  return (
    <div className="role-fields">
      <TextField
        field="name"
        label={t('name')}
        value={values.name}
        autoFocus={autoFocus}
        readOnly={readOnly}
        error={errors.name}
        change={(name) => set('name', name)}
        leave={() => values.name !== '' && check('name')}
      />
      <TextField
        field="description"
        label={t('description')}
        value={values.description}
        readOnly={readOnly}
        error={errors.description}
        change={(description) => set('description', description)}
        leave={() => check('description')}
      />
    </div>
  )
}
