import { RemovalDialog } from '../../ui/admin/RemovalDialog.tsx'
import { type UserRole, userRolesApi } from './data/api.ts'
import { userRolesTexts } from './lang/en.ts'

interface Props {
  role: UserRole
  close: () => void
  removed?: () => void
}

/**
 * A role that is assigned to anyone can't be deleted; its page lists the assignments. The server rejects the
 * deletion if an assignment is new.
 */
export function RemoveRoleDialog({ role: { userRoleId, name, users, groups }, close, removed }: Props) {
  const t = userRolesTexts.useText()
  const [remove, { isLoading, error }] = userRolesApi.useRemoveUserRoleMutation()

  const isHeld = users + groups > 0
  return (
    <RemovalDialog
      {...{ t, name, isLoading, error, close, removed }}
      remove={isHeld ? undefined : () => remove({ userRoleId })}
    />
  )
}
