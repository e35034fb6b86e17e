import { actions, areaOf, implied, isSpecific } from '@parlance/contract/actions'
import { userActions, userRoles } from '@parlance/contract/userRoles'
import { users } from '@parlance/contract/users'
import { administratorRoleId } from '../../platform/access/heldRoles.ts'
import type { Sql } from '../../platform/database/database.ts'
import { ownRows } from '../../platform/erasure/erasure.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Assignments, createAssignments } from './assignments.ts'
import { ofRoles } from './personalDataStore.ts'
import { restoreRoles } from './restoring.ts'
import { createRoles } from './roles.ts'
import { insertAssignment, insertCreatorRights } from './store.ts'

export { lastAdministrator } from './assignments.ts'
export { findEntityNames } from './store.ts'

/** Grants the creator of an agent or file library permission to read and change it. */
export const giveCreatorRights = insertCreatorRights

/** Makes a user Administrator directly; returns false if they already are. */
export const makeAdministrator = (tx: Sql, userId: string): Promise<boolean> =>
  insertAssignment(tx, administratorRoleId, { userId }, null)

export interface UserRoles {
  /** Returns a user's roles and how each is assigned. */
  holdingsOf: Assignments['holdingsOf']
}

/** Roles: what they allow and who has them. */
export function userRolesFeature(platform: Platform): UserRoles {
  const roles = createRoles(platform)
  const assignments = createAssignments(platform)
  restoreRoles(platform.restorers)
  platform.personalData.add(...ofRoles)
  platform.erasure.add(
    ownRows({ table: 'user_role_assignment', owner: 'user_id', key: 'id' }),
    ownRows({ table: 'role_entity_configuration', owner: 'user_id', key: 'id' }),
  )
  serve(platform, userRoles, {
    listUserRoles: ({ input }) => roles.listUserRoles(input),
    createUserRole: (call) => roles.createUserRole(call),
    getUserRole: ({ params }) => roles.getUserRole(params.userRoleId),
    updateUserRole: (call) => roles.updateUserRole(call),
    removeUserRole: (call) => roles.removeUserRole(call),
    getEntityConfiguration: ({ actor, params }) => roles.getEntityConfiguration(actor, params.userRoleId),
    updateEntityConfiguration: (call) => roles.updateEntityConfiguration(call),
    listRoleUsers: ({ params, input }) => assignments.listRoleUsers(params.userRoleId, input),
    listRoleGroups: ({ params }) => assignments.listRoleGroups(params.userRoleId),
    assignGroup: (call) => assignments.assignGroup(call),
    unassignGroup: (call) => assignments.unassignGroup(call),
  })
  const { listUserRoles, assignRole, unassignRole } = users
  serve(
    platform,
    { listUserRoles, assignRole, unassignRole },
    {
      listUserRoles: ({ params }) => assignments.listUserRoles(params.userId),
      assignRole: (call) => assignments.assignRole(call),
      unassignRole: (call) => assignments.unassignRole(call),
    },
  )
  serve(platform, userActions, {
    listUserActions: async ({ actor }) => ({
      items: actions.map((name) => ({
        name,
        area: areaOf(name),
        specific: isSpecific(name),
        impliedBy: actions.filter((other) => implied(other) === name),
        held: isSpecific(name)
          ? actor.specific.some(({ action }) => action === name)
          : actor.actions.has(name),
      })),
    }),
  })
  return { holdingsOf: assignments.holdingsOf }
}
