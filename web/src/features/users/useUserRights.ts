import { useActions } from '../currentUser/data/useActions.ts'

/** What a user who can see the user list can do with users. */
export function useUserRights() {
  const { held } = useActions()
  const mayWrite = held.has('UserWrite')
  const mayUnassign = held.has('UserRolePermissionsWrite')
  return {
    mayCreate: held.has('UserCreate'),
    mayWrite,
    /** Opens a user's own page. Users who can only assign roles see the profile. */
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
