import { type ReactNode, useId } from 'react'
import { EditPage } from '../../../ui/admin/EditPage.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import type { NamedEntityRight } from '../data/api.ts'
import { userRolesTexts } from '../lang/en.ts'
import { RoleFields } from './RoleFields.tsx'
import { RoleMatrix } from './RoleMatrix.tsx'
import type { RoleValues } from './roleForm.ts'
import { WillSee } from './WillSee.tsx'
import './roleEditor.css'

interface Props {
  form: EditForm<RoleValues>
  entities: readonly NamedEntityRight[]
  readOnly: boolean
  creating?: boolean
  head: ReactNode
  bar: ReactNode
  /** Above the fields, for example what a copy leaves out. */
  note?: ReactNode
  /** Below the list of pages that the role opens. */
  children?: ReactNode
}

/** The page of a role, existing or new. */
export function RoleFrame(props: Props) {
  const { form, entities, readOnly, creating = false, head, bar, note, children } = props
  const t = userRolesTexts.useText()
  const label = useId()
  useWantedField(form.wanted, () => {})
  useSaveKey(readOnly ? undefined : () => (creating || form.changed.length > 0) && form.submit())
  return (
    <EditPage
      wide
      head={head}
      tabsLabel={t('parts')}
      tabs={[{ key: 'rights', label: t('rights') }]}
      tab="rights"
      chooseTab={() => {}}
      words={{ views: t('views'), form: t('rights'), aside: t('viewAside') }}
      bar={bar}
      aside={
        <div className="role-aside">
          <WillSee values={form.values} />
          {children}
        </div>
      }
    >
      <div className="role-body">
        {note}
        <RoleFields form={form} readOnly={readOnly} autoFocus={creating} />
        <h2 className="h4 role-head" id={label}>
          {t('rights')}
        </h2>
        <RoleMatrix form={form} entities={entities} readOnly={readOnly} />
      </div>
    </EditPage>
  )
}
