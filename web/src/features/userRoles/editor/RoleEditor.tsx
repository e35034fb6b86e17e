import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { ReadOnlyBar } from '../../../ui/admin/ReadOnlyBar.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { useNavigateIfHere } from '../../../ui/navigate.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { screenTitle } from '../../frame/screens.ts'
import type { EntityConfiguration, UserRole } from '../data/api.ts'
import { duplicatePath, rolesPath } from '../data/rolePaths.ts'
import { useRoleRights } from '../data/useRoleRights.ts'
import { userRolesTexts } from '../lang/en.ts'
import { RemoveRoleDialog } from '../RemoveRoleDialog.tsx'
import { RoleMarks } from '../RoleMarks.tsx'
import { Holders } from './Holders.tsx'
import { RoleFrame } from './RoleFrame.tsx'
import { changeCount, changeSummary, RoleValue } from './roleChanges.tsx'
import type { RoleValues } from './roleForm.ts'
import { useRoleForm } from './useRoleForm.ts'

/** An existing role: its permissions, the pages they open, and its assignments. */
export function RoleEditor({ role, entities }: { role: UserRole; entities: EntityConfiguration }) {
  const t = userRolesTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { mayWrite } = useRoleRights()
  const { form, half } = useRoleForm(role, entities)
  const readOnly = !mayWrite || role.builtIn
  const lift = useLeaveGuard((form?.changed.length ?? 0) > 0)
  if (!form) return null
  return (
    <>
      <RoleFrame
        form={form}
        entities={entities.items}
        readOnly={readOnly}
        head={<Head role={role} lift={lift} />}
        bar={
          readOnly ? (
            <ReadOnlyBar>
              {role.builtIn ? t('builtInStays') : t('readOnly', { action: fullNameOf('UserRolesWrite') })}
            </ReadOnlyBar>
          ) : (
            <Bar form={form} half={half} />
          )
        }
      >
        <Holders role={role} />
      </RoleFrame>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(field === 'actions' ? 'rights' : field)}
        show={(field, value) => <RoleValue field={field} value={value} />}
      />
    </>
  )
}

function Bar({ form, half }: { form: EditForm<RoleValues>; half: boolean }) {
  const t = userRolesTexts.useText()
  const { nameOf } = usePermissionNames()
  const { base, values, changed } = form
  return (
    <SaveBar
      changes={changeCount(base, values, changed)}
      summary={changeSummary(base, values, nameOf)}
      errors={Object.keys(form.errors).length}
      warning={half && changed.length > 0 ? t('halfSaved') : undefined}
      error={form.error}
      saving={form.saving}
      label={t('save')}
      cancel={form.discard}
      save={form.submit}
    />
  )
}

function Head({ role, lift }: { role: UserRole; lift: () => void }) {
  const t = userRolesTexts.useText()
  const navigate = useNavigateIfHere()
  const { mayCreate, mayWrite } = useRoleRights()
  const [removing, setRemoving] = useState(false)
  return (
    <PageHead
      title={role.name}
      parent={{ title: screenTitle('userRoles'), path: rolesPath }}
      mark={<RoleMarks role={role} counted />}
    >
      <div className="row">
        {mayCreate && (
          <Link to={duplicatePath(role.userRoleId)} className="btn ghost">
            <Copy size={16} />
            {t('duplicate')}
          </Link>
        )}
        {mayWrite && !role.builtIn && (
          <button type="button" className="btn danger" onClick={() => setRemoving(true)}>
            <Trash2 size={16} />
            {t('remove')}
          </button>
        )}
      </div>
      {removing && (
        <RemoveRoleDialog
          role={role}
          close={() => setRemoving(false)}
          removed={() => {
            lift()
            void navigate(rolesPath)
          }}
        />
      )}
    </PageHead>
  )
}
