import { useActions } from '../../currentUser/data/useActions.ts'

/** What may be done with roles by somebody who may look at them. Who holds one is a right of its own. */
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
