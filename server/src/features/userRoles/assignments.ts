import { isSpecific, resolveActions } from '@parlance/contract/actions'
import type { Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { userRoles } from '@parlance/contract/userRoles'
import type { users } from '@parlance/contract/users'
import { requireOwn } from '../../platform/access/grantable.ts'
import { sqlState } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import type { Platform } from '../../platform/platform.ts'
import * as store from './store.ts'

type Assigning =
  | Call<typeof users.assignRole>
  | Call<typeof users.unassignRole>
  | Call<typeof userRoles.assignGroup>
  | Call<typeof userRoles.unassignGroup>

/** Manages role assignments. */
export function createAssignments({ config, database }: Platform) {
  const pages = createContinuation<{ name: string; userId: string }>(config.secretKey, 'userRoleUsers')

  async function mustFind(userRoleId: string): Promise<void> {
    if (!(await store.readRole(database.db, userRoleId))) throw new AppError('userRole.notFound')
  }

  async function listRoleUsers(userRoleId: string, input: Input<typeof userRoles.listRoleUsers>) {
    await mustFind(userRoleId)
    const { pageSize = limits.pageSize, search = '', continuationToken } = input
    const after = pages.read(continuationToken)
    const rows = await store.readUsers(database.db, userRoleId, { search, after, limit: pageSize + 1 })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return { items, continuationToken: more ? pages.write({ name: last.name, userId: last.userId }) : null }
  }

  async function listRoleGroups(userRoleId: string) {
    await mustFind(userRoleId)
    return { items: await store.readGroups(database.db, userRoleId) }
  }

  async function listUserRoles(userId: string) {
    if (!(await store.readPerson(database.db, userId))) throw new AppError('user.notFound')
    return { items: await holdingsOf(userId) }
  }

  async function holdingsOf(userId: string) {
    const rows = await store.readHoldings(database.db, userId)
    return rows.map(({ actions, specific, ...holding }) => ({
      ...holding,
      resolvedActions: resolveActions([...actions, ...specific.filter(isSpecific)]),
    }))
  }

  /** Assigns or unassigns a role that grants nothing beyond the actor's own permissions. */
  async function assign(call: Assigning, userRoleId: string, to: store.Assignee, gives: boolean) {
    const { actor } = call
    await call
      .change(async (tx, record) => {
        const role = await store.lockRole(tx, userRoleId)
        if (!role) throw new AppError('userRole.notFound')
        if (role.isDefault) throw new AppError('userRole.everyone')
        const person = 'userId' in to ? await store.readPerson(tx, to.userId) : null
        if ('userId' in to && !person) throw new AppError('user.notFound')
        requireOwn(actor, { actions: role.actions, rights: await store.readEntityRights(tx, userRoleId) })
        const changed = gives
          ? await store.insertAssignment(tx, userRoleId, to, actor.userId)
          : await store.removeAssignment(tx, userRoleId, to)
        if (!changed) return record('nothing')
        const holder = 'userId' in to ? { userId: to.userId } : { groupId: to.groupId }
        const id = 'userId' in to ? to.userId : to.groupId
        const state = { role: role.name, ...holder, ...(person ? { person: person.name } : {}) }
        record({
          entityType: 'UserRoleAssignment',
          entityId: `${userRoleId}/${id}`,
          entityName: `${role.name}: ${person?.name ?? id}`,
          before: gives ? null : state,
          after: gives ? state : null,
        })
      })
      .catch(lastAdministrator)
    return {}
  }

  return {
    listRoleUsers,
    listRoleGroups,
    listUserRoles,
    holdingsOf,
    assignRole: (call: Call<typeof users.assignRole>) =>
      assign(call, call.params.userRoleId, { userId: call.params.userId }, true),
    unassignRole: (call: Call<typeof users.unassignRole>) =>
      assign(call, call.params.userRoleId, { userId: call.params.userId }, false),
    assignGroup: (call: Call<typeof userRoles.assignGroup>) =>
      assign(call, call.params.userRoleId, { groupId: call.params.groupId }, true),
    unassignGroup: (call: Call<typeof userRoles.unassignGroup>) =>
      assign(call, call.params.userRoleId, { groupId: call.params.groupId }, false),
  }
}

export type Assignments = ReturnType<typeof createAssignments>

/** Maps the database's refusal to the product's error: one enabled user must remain Administrator. */
export function lastAdministrator(cause: unknown): never {
  const { constraint } = cause as { constraint?: unknown }
  if (sqlState(cause) === '23514' && constraint === 'one_administrator_stays')
    throw new AppError('userRole.lastAdministrator', { cause })
  throw cause
}
