import { isSpecific, resolveActions } from '@parlance/contract/actions'
import type { Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { userRoles } from '@parlance/contract/userRoles'
import type { Actor } from '../../platform/access/actor.ts'
import { requireOwn } from '../../platform/access/grantable.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import { isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import type { Platform } from '../../platform/platform.ts'
import * as store from './store.ts'

/** The roles themselves: their names and permissions. */
export function createRoles({ config, database }: Platform) {
  const pages = createContinuation<{ value: string; userRoleId: string; sort: string }>(
    config.secretKey,
    'userRoles',
  )

  async function listUserRoles(input: Input<typeof userRoles.listUserRoles>) {
    const { pageSize = limits.pageSize, search = '', sort = 'name' } = input
    const order: store.RoleList['sort'] = {
      by: sort.replace('-', '') as 'name' | 'updatedAt',
      descending: sort.startsWith('-'),
    }
    const position = pages.read(input.continuationToken)
    const after = position?.sort === sort ? position : null
    const rows = await store.readPage(database.db, { search, sort: order, after, limit: pageSize + 1 })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return {
      items: items.map(shown),
      continuationToken: more
        ? pages.write({ value: store.sortValue(last, order), userRoleId: last.userRoleId, sort })
        : null,
    }
  }

  async function getUserRole(userRoleId: string) {
    const row = await store.readRole(database.db, userRoleId)
    if (!row) throw new AppError('userRole.notFound')
    return shown(row)
  }

  async function createUserRole(call: Call<typeof userRoles.createUserRole>) {
    const role = roleOf(call.input)
    return namingRole(() =>
      call.change(async (tx, record) => shown(await insert(tx, { actor: call.actor, role }, record))),
    )
  }

  async function updateUserRole(call: Call<typeof userRoles.updateUserRole>) {
    const role = roleOf(call.input)
    return namingRole(() =>
      call.change(async (tx, record) => {
        const before = await lockChangeable(tx, call.params.userRoleId)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: shown(before) })
        return shown(await write(tx, before, { actor: call.actor, role }, record))
      }),
    )
  }

  async function removeUserRole(call: Call<typeof userRoles.removeUserRole>) {
    await call.change(async (tx, record) => {
      const before = await lockChangeable(tx, call.params.userRoleId)
      if (before.users + before.groups > 0) throw new AppError('userRole.inUse')
      await store.removeRole(tx, before.userRoleId)
      record({ ...named(before), before: recorded(before), after: null })
    })
    return {}
  }

  async function getEntityConfiguration(actor: Actor, userRoleId: string) {
    const role = await store.readRole(database.db, userRoleId)
    if (!role) throw new AppError('userRole.notFound')
    return entitiesOf(database.db, actor, role)
  }

  async function updateEntityConfiguration(call: Call<typeof userRoles.updateEntityConfiguration>) {
    const given = uniqueRights(call.input.items)
    return call.change(async (tx, record) => {
      const role = await lockChangeable(tx, call.params.userRoleId)
      const before = await store.readEntityRights(tx, role.userRoleId)
      if (role.version !== call.ifMatch)
        throw new AppError('request.stale', { current: await entitiesOf(tx, call.actor, role) })
      await writeEntities(tx, role, { actor: call.actor, before, given }, record)
      return entitiesOf(tx, call.actor, await mustRead(tx, role.userRoleId))
    })
  }

  return {
    listUserRoles,
    getUserRole,
    createUserRole,
    updateUserRole,
    removeUserRole,
    getEntityConfiguration,
    updateEntityConfiguration,
  }
}

interface Giving {
  actor: Actor
  role: store.NewRole
}

/** Creates a role from permissions that its creator has; a restored one keeps its ID. */
export async function insert(
  tx: Sql,
  { actor, role, userRoleId }: Giving & { userRoleId?: string },
  record: RecordChange,
): Promise<store.RoleRow> {
  requireOwn(actor, { actions: role.actions })
  const row = await mustRead(tx, await store.insertRole(tx, role, actor.userId, userRoleId))
  record({ ...named(row), before: null, after: recorded(row) })
  return row
}

/** Changes a role; the actor must have whatever is added or removed. */
export async function write(
  tx: Sql,
  before: store.RoleRow,
  { actor, role }: Giving,
  record: RecordChange,
): Promise<store.RoleRow> {
  requireOwn(actor, { actions: differing(before.actions, role.actions, (action) => action) })
  await store.updateRole(tx, before.userRoleId, role)
  const after = await mustRead(tx, before.userRoleId)
  record({ ...named(after), before: recorded(before), after: recorded(after) })
  return after
}

/** Returns the items that are in only one of the two lists. */
function differing<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): T[] {
  const [first, second] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  return [...before, ...after].filter((one) => first.has(keyOf(one)) !== second.has(keyOf(one)))
}

export interface GivingEntities {
  actor: Actor
  before: readonly store.EntityRight[]
  given: readonly store.EntityRight[]
}

/**
 * Sets a role's permissions on single objects. The actor must have whatever changes, and added objects must
 * exist.
 */
export async function writeEntities(
  tx: Sql,
  role: store.RoleRow,
  { actor, before, given }: GivingEntities,
  record: RecordChange,
): Promise<void> {
  const held = new Set(before.map(keyOf))
  const added = given.filter((right) => !held.has(keyOf(right)))
  requireOwn(actor, { rights: differing(before, given, keyOf) })
  await requirePresent(tx, added)
  await store.replaceEntityRights(tx, role.userRoleId, given)
  record({
    ...named(role),
    entityType: entitiesType,
    before: recordedEntities(before),
    after: recordedEntities(given),
  })
}

export async function lockChangeable(tx: Sql, userRoleId: string): Promise<store.RoleRow> {
  const role = await store.lockRole(tx, userRoleId)
  if (!role) throw new AppError('userRole.notFound')
  if (role.builtIn) throw new AppError('userRole.builtIn')
  return role
}

async function mustRead(tx: Sql, userRoleId: string): Promise<store.RoleRow> {
  const row = await store.readRole(tx, userRoleId)
  if (!row) throw new Error('The updated role is missing.')
  return row
}

/** Turns a duplicate role name into an error at the field. */
export async function namingRole<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!isUniqueViolation(cause, 'user_role_name_key_key')) throw cause
    const { message } = new AppError('userRole.nameTaken')
    throw new AppError('userRole.nameTaken', { cause, fields: [{ field: 'name', message }] })
  }
}

/** Stores only the permissions as entered, without the implied ones and without duplicates. */
export function roleOf(input: Input<typeof userRoles.createUserRole>): store.NewRole {
  const { name, description = '', permissions } = input
  return { name, description, actions: [...new Set(permissions.actions)] }
}

const keyOf = ({ action, entityId }: store.EntityRight) => `${action} ${entityId}`

export function uniqueRights(items: readonly store.EntityRight[]): store.EntityRight[] {
  const fields = items.flatMap(({ action, entityType }, index) =>
    action.startsWith('GptSystems') === (entityType === 'GptSystem')
      ? []
      : [
          {
            field: `items.${index}.entityType`,
            message: `${action} doesn’t apply to the type ${entityType}.`,
          },
        ],
  )
  if (fields.length > 0) throw new AppError('request.invalid', { fields })
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

async function requirePresent(tx: Sql, rights: readonly store.EntityRight[]): Promise<void> {
  const present = await store.readPresent(tx, rights)
  const fields = rights
    .filter(({ entityType, entityId }) => !present.has(`${entityType} ${entityId}`))
    .map(({ entityId }) => ({ field: 'items', message: `Nothing with the ID ${entityId} exists.` }))
  if (fields.length > 0) throw new AppError('request.invalid', { fields })
}

async function entitiesOf(db: Sql, actor: Actor, role: store.RoleRow) {
  const rights = await store.readEntityRights(db, role.userRoleId)
  const names = await store.findEntityNames(
    db,
    actor,
    rights.map((right) => right.entityId),
  )
  return {
    items: rights.map((right) => ({ ...right, name: names.get(right.entityId) ?? null })),
    version: role.version,
  }
}

function shown({ actions, specific, ...role }: store.RoleRow) {
  return {
    ...role,
    permissions: { actions, resolvedActions: resolveActions([...actions, ...specific.filter(isSpecific)]) },
  }
}

const named = ({ userRoleId, name }: { userRoleId: string; name: string }) => ({
  entityType: 'UserRole',
  entityId: userRoleId,
  entityName: name,
})

export const recorded = ({ name, description, actions }: store.RoleRow) => ({
  name,
  description,
  permissions: { actions: [...actions].sort() },
})

export const entitiesType = 'UserRoleEntityConfiguration'

export const recordedEntities = (rights: readonly store.EntityRight[]) => ({ items: [...rights].sort(byKey) })

const byKey = (a: store.EntityRight, b: store.EntityRight) => (keyOf(a) < keyOf(b) ? -1 : 1)
