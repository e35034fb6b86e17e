import { useActions } from '../../currentUser/data/useActions.ts'

/** What a user who can see roles can do with them. Seeing assignments needs a separate permission. */
export function useRoleRights() {
  const { held } = useActions()
  return {
    mayCreate: held.has('UserRolesCreate'),
    mayWrite: held.has('UserRolesWrite'),
    maySeeRole: held.has('UserRolesRead') || held.has('UserRolesCreate') || held.has('UserRolesWrite'),
    mayAssign: mayAssign(held),
    mayUnassign: held.has('UserRolePermissionsWrite'),
  }
}

const mayAssign = (held: ReadonlySet<string>) =>
  held.has('UserRolePermissionsCreate') || held.has('UserRolePermissionsWrite')
