import { actions } from '@parlance/contract/actions'
import type { Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { users } from '@parlance/contract/users'
import {
  endAccountSessions,
  insertAccount,
  insertPasswordLink,
  passwordAddress,
  removeAccount,
  setAccountDisabled,
  updateAccount,
} from '../../directory/administration.ts'
import { type Actor, readMostRights } from '../../platform/access/actor.ts'
import { requireOwn } from '../../platform/access/grantable.ts'
import { lockRoles } from '../../platform/access/rolesLock.ts'
import type { Sql } from '../../platform/database/database.ts'
import { demandNotHeld, demandNothingHeld } from '../../platform/erasure/legalHolds.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import type { Platform } from '../../platform/platform.ts'
import { endAllSessions } from '../sessions/index.ts'
import { lastAdministrator } from '../userRoles/index.ts'
import { mayBecomeFirstAdministrator } from './policy.ts'
import * as store from './store.ts'

export function createService({ clock, config, database }: Platform) {
  const { directory } = config
  const pages = createContinuation<{ value: string; userId: string; sort: string }>(config.secretKey, 'users')
  /** Whether the account belongs to the embedded directory. */
  const isOwn = ({ tenantId }: { tenantId: string }) => directory.embedded && tenantId === directory.tenantId
  const shown = (row: store.UserRow) => ({ ...row, editable: isOwn(row) })

  async function listUsers(input: Input<typeof users.listUsers>) {
    const { pageSize = limits.pageSize, search = '', sort = 'name', disabled, userRoleId = null } = input
    const order: store.UserList['sort'] = {
      by: sort.replace('-', '') as store.UserList['sort']['by'],
      descending: sort.startsWith('-'),
    }
    const position = pages.read(input.continuationToken)
    const rows = await store.readPage(database.db, {
      search,
      disabled: disabled === undefined ? null : disabled === 'true',
      userRoleId,
      sort: order,
      after: position?.sort === sort ? position : null,
      limit: pageSize + 1,
    })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return {
      items,
      continuationToken: more
        ? pages.write({ value: store.sortValue(last, order), userId: last.userId, sort })
        : null,
    }
  }

  async function getUser(userId: string) {
    const row = await store.readUser(database.db, userId)
    if (!row) throw new AppError('user.notFound')
    return shown(row)
  }

  async function lock(tx: Sql, userId: string): Promise<store.UserRow> {
    const row = await store.lockUser(tx, userId)
    if (!row) throw new AppError('user.notFound')
    return row
  }

  /**
   * Refuses actors with fewer permissions than the user; with `whole`, permissions on single objects count too.
   */
  async function requireAbove(tx: Sql, actor: Actor, userId: string, whole = false): Promise<void> {
    const { actions, specific } = await readMostRights(tx, userId)
    requireOwn(actor, { actions, rights: whole ? specific : [] }, 'user.beyondOwn')
  }

  /** Locks a user's account. Only actors with at least the same permissions can change it. */
  async function lockBelow(
    tx: Sql,
    actor: Actor,
    userId: string,
    { whole = false } = {},
  ): Promise<store.UserRow> {
    await lockRoles(tx)
    const person = await lock(tx, userId)
    await requireAbove(tx, actor, userId, whole)
    return person
  }

  async function mustRead(tx: Sql, userId: string): Promise<store.UserRow> {
    const row = await store.readUser(tx, userId)
    if (!row) throw new Error('The updated user is missing.')
    return row
  }

  /** Returns the object ID for an invitation; the embedded directory creates one with the account. */
  async function objectIdOf(tx: Sql, input: Input<typeof users.createUser>): Promise<string> {
    const { name, userName, email = null, objectId } = input
    if (!directory.embedded) {
      const fields = [{ field: 'objectId', message: 'Enter the person’s object ID in the directory.' }]
      if (objectId === undefined) throw new AppError('request.invalid', { fields })
      return objectId
    }
    if (objectId !== undefined) {
      const fields = [{ field: 'objectId', message: 'The embedded directory creates this ID itself.' }]
      throw new AppError('request.invalid', { fields })
    }
    // The name is free for someone else, who gets an account of their own and reads nothing of the person before.
    const removed = await store.readRemovedAccount(tx, directory.tenantId, userName)
    if (removed) await removeAccount(tx, removed)
    const account = await insertAccount(tx, { userName, displayName: name, email })
    if (!account) throw refused('user.known', 'userName')
    return account.objectId
  }

  async function createUser(call: Call<typeof users.createUser>) {
    const { name, userName, email = null } = call.input
    if (directory.embedded) requireAllForFirst(call.actor, { userName, objectId: null })
    return call.change(async (tx, record) => {
      const objectId = await objectIdOf(tx, call.input)
      const person = { tenantId: directory.tenantId, objectId, name, userName, email }
      // A deleted user who is invited again gets the permissions of their groups.
      const removed = await store.readRemoved(tx, person)
      if (removed) await requireAbove(tx, call.actor, removed)
      const userId = await store.insertInvited(tx, person)
      if (userId === null) throw refused('user.known', 'objectId')
      const row = await mustRead(tx, userId)
      record({ ...named(row), before: null, after: recorded(row) })
      const token = directory.embedded
        ? await insertPasswordLink(tx, objectId, call.actor.userId, clock.now())
        : null
      return { ...shown(row), passwordLink: token && passwordAddress(config, token) }
    })
  }

  /** The future first administrator can't be created or taken over by someone with fewer permissions. */
  function requireAllForFirst(actor: Actor, account: { userName: string; objectId: string | null }): void {
    if (mayBecomeFirstAdministrator(config, account)) requireOwn(actor, { actions })
  }

  async function createPasswordLink(call: Call<typeof users.createPasswordLink>) {
    return call.change(async (tx, record) => {
      // Anyone with the link can sign in as this user.
      const person = await lockBelow(tx, call.actor, call.params.userId, { whole: true })
      if (!isOwn(person)) throw new AppError('user.ownedByDirectory')
      if (person.disabled) throw new AppError('user.disabled')
      requireAllForFirst(call.actor, person)
      const token = await insertPasswordLink(tx, person.objectId, call.actor.userId, clock.now())
      record({ ...named(person), before: null, after: { passwordLink: 'made' } })
      return { passwordLink: passwordAddress(config, token) }
    })
  }

  async function updateUser(call: Call<typeof users.updateUser>) {
    const { name, email = null } = call.input
    return call.change(async (tx, record) => {
      const before = await lockBelow(tx, call.actor, call.params.userId)
      if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: shown(before) })
      if (!isOwn(before)) throw new AppError('user.ownedByDirectory')
      await updateAccount(tx, before.objectId, { displayName: name, email })
      await store.updateUser(tx, before.userId, { name, email })
      const after = await mustRead(tx, before.userId)
      record({ ...named(after), before: recorded(before), after: recorded(after) })
      return shown(after)
    })
  }

  /** Users' changes to their own profile are not configuration and are not audited. */
  async function updateSelf(userId: string, input: { name: string; email?: string | null | undefined }) {
    await database.transaction(async (tx) => {
      const before = await lock(tx, userId)
      if (!isOwn(before)) throw new AppError('user.ownedByDirectory')
      const { name, email = null } = input
      await updateAccount(tx, before.objectId, { displayName: name, email })
      await store.updateUser(tx, userId, { name, email })
    })
    return {}
  }

  async function setDisabled(call: Call<typeof users.setDisabled>) {
    const { disabled } = call.input
    if (call.params.userId === call.actor.userId && disabled) throw new AppError('user.self')
    return call
      .change(async (tx, record) => {
        const before = await lockBelow(tx, call.actor, call.params.userId)
        if (before.disabled === disabled) {
          record('nothing')
          return shown(before)
        }
        await store.updateDisabled(tx, before.userId, disabled)
        if (isOwn(before)) await setAccountDisabled(tx, before.objectId, disabled)
        if (disabled) await endSessionsOf(tx, before)
        const after = await mustRead(tx, before.userId)
        record({ ...named(after), before: recorded(before), after: recorded(after) })
        return shown(after)
      })
      .catch(lastAdministrator)
  }

  /** Disables a user permanently. Their data is erased at `eraseAt`, or else 30 days later. */
  async function end(tx: Sql, person: store.UserRow, eraseAt: Date | null): Promise<void> {
    await store.markRemoved(tx, person.userId, clock.now(), eraseAt)
    if (isOwn(person)) await setAccountDisabled(tx, person.objectId, true)
    await endSessionsOf(tx, person)
  }

  /** Deletes a user whose data is erased at once. Without an actor, the user does it. */
  async function leave(tx: Sql, userId: string, actor: Actor | null): Promise<store.UserRow> {
    await lockRoles(tx)
    const before = await lock(tx, userId)
    if (actor) await requireAbove(tx, actor, userId, true)
    await demandNothingHeld(tx, userId)
    await end(tx, before, clock.now())
    return before
  }

  async function removeUser(call: Call<typeof users.removeUser>) {
    if (call.params.userId === call.actor.userId) throw new AppError('user.self')
    await call
      .change(async (tx, record) => {
        const before = await lockBelow(tx, call.actor, call.params.userId, { whole: true })
        await demandNotHeld(tx, { userId: before.userId })
        await end(tx, before, null)
        record({ ...named(before), before: recorded(before), after: null })
      })
      .catch(lastAdministrator)
    return {}
  }

  async function endSessions(call: Call<typeof users.endSessions>) {
    await call.change(async (tx, record) => {
      const person = await lockBelow(tx, call.actor, call.params.userId)
      const ended = await endSessionsOf(tx, person)
      record({ ...named(person), before: { sessions: ended }, after: { sessions: 0 } })
    })
    return {}
  }

  /** Ends sessions here and at the embedded directory, so that signing in again requires the password. */
  async function endSessionsOf(tx: Sql, person: store.UserRow): Promise<number> {
    if (isOwn(person)) await endAccountSessions(tx, person.objectId)
    return endAllSessions(tx, person.userId, clock.now())
  }

  return {
    listUsers,
    getUser,
    createUser,
    createPasswordLink,
    updateUser,
    updateSelf,
    setDisabled,
    removeUser,
    leave,
    requireAbove,
    endSessions,
  }
}

function refused(code: 'user.known', field: string): AppError {
  const { message } = new AppError(code)
  return new AppError(code, { fields: [{ field, message }] })
}

const named = ({ userId, name }: store.UserRow) => ({
  entityType: 'User',
  entityId: userId,
  entityName: name,
})

const recorded = ({ name, userName, email, disabled }: store.UserRow) => ({ name, userName, email, disabled })
