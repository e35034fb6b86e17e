import { userRoles } from '@parlance/contract/userRoles'
import { type Restorers, type Restoring, validState, withoutNulls } from '../../platform/audit/restorers.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  entitiesType,
  insert,
  lockChangeable,
  namingRole,
  recorded,
  recordedEntities,
  roleOf,
  uniqueRights,
  write,
  writeEntities,
} from './roles.ts'
import * as store from './store.ts'

/**
 * Restores roles with their permissions, including those on single objects, as far as the actor has them today.
 * Assignments are not restored.
 */
export function restoreRoles(restorers: Restorers): void {
  const givenBy = ({ actor, state }: Restoring) => ({
    actor,
    role: roleOf(validState(userRoles.createUserRole.input, withoutNulls(state))),
  })
  /** Returns null if it does not exist; throws for a built-in role. */
  const lock = async (tx: Sql, userRoleId: string) =>
    (await store.lockRole(tx, userRoleId)) && lockChangeable(tx, userRoleId)

  restorers.add({
    entityType: 'UserRole',
    fields: ['name', 'description', 'permissions'],
    rights: ['UserRolesWrite'],
    async lock(tx, _actor, userRoleId) {
      const role = await lock(tx, userRoleId)
      return role && recorded(role)
    },
    apply: (tx, restoring, record) =>
      namingRole(async () => {
        await write(tx, await lockChangeable(tx, restoring.entityId), givenBy(restoring), record)
      }),
    make: {
      rights: ['UserRolesCreate'],
      apply: (tx, restoring, record) =>
        namingRole(async () => {
          await insert(tx, { ...givenBy(restoring), userRoleId: restoring.entityId }, record)
        }),
    },
  })

  restorers.add({
    entityType: entitiesType,
    fields: ['items'],
    rights: ['UserRolesWrite'],
    async lock(tx, _actor, userRoleId) {
      const role = await lock(tx, userRoleId)
      if (!role) throw new AppError('userRole.notFound')
      return recordedEntities(await store.readEntityRights(tx, userRoleId))
    },
    async apply(tx, { actor, entityId, state }, record) {
      const input = validState(userRoles.updateEntityConfiguration.input, { items: state.items ?? [] })
      const before = await store.readEntityRights(tx, entityId)
      const given = uniqueRights(input.items)
      await writeEntities(tx, await lockChangeable(tx, entityId), { actor, before, given }, record)
    },
  })
}
