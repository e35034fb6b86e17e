import { TextField } from '../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../ui/admin/useEditForm.ts'
import { usersTexts } from './lang/en.ts'
import type { PersonValues } from './personForm.ts'

interface Props<V extends PersonValues> {
  form: EditForm<V>
  readOnly: boolean
}

export function PersonFields<V extends PersonValues>({ form, readOnly }: Props<V>) {
  const t = usersTexts.useText()
  const { values, errors, check } = form
  const set = form.set as EditForm<PersonValues>['set']
  const leave = check as EditForm<PersonValues>['check']
  return (
    <>
      <TextField
        field="name"
        label={t('name')}
        value={values.name}
        readOnly={readOnly}
        error={errors.name}
        change={(name) => set('name', name)}
        leave={() => values.name !== '' && leave('name')}
      />
      <TextField
        field="email"
        label={t('email')}
        value={values.email}
        readOnly={readOnly}
        error={errors.email}
        change={(email) => set('email', email)}
        leave={() => leave('email')}
      />
    </>
  )
}
