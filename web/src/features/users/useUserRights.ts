import { useActions } from '../currentUser/data/useActions.ts'

/** What may be done with people by somebody who may look at the list of them. */
export function useUserRights() {
  const { held } = useActions()
  const mayWrite = held.has('UserWrite')
  const mayUnassign = held.has('UserRolePermissionsWrite')
  return {
    mayCreate: held.has('UserCreate'),
    mayWrite,
    /** Sees a person's own page; who only gives roles sees the profile. */
    mayRead: held.has('UserRead') || held.has('UserCreate') || mayWrite,
    maySeeSessions: held.has('UserRead') || mayWrite,
    mayAssign: held.has('UserRolePermissionsCreate') || mayUnassign,
    mayUnassign,
    maySeeRoles:
      held.has('UserRolesRead') ||
      held.has('UserRolesCreate') ||
      held.has('UserRolePermissionsCreate') ||
      mayUnassign,
  }
}
