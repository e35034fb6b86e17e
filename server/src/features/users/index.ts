import { currentUser } from '@parlance/contract/currentUser'
import { users as contract } from '@parlance/contract/users'
import type { Actor } from '../../platform/access/actor.ts'
import type { Identity } from '../../platform/auth/identity.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserRoles } from '../userRoles/index.ts'
import { registerErasure } from './erasure.ts'
import { createFirstAdministrator } from './firstAdministrator.ts'
import { createService } from './service.ts'
import { upsertUser } from './store.ts'

export { lockToErase, markErased, readErasedLately, readToErase } from './store.ts'

export type User = Awaited<ReturnType<ReturnType<typeof createService>['getUser']>>

export interface Users {
  /**
   * Creates or updates the user proven by a directory. Refuses a user who is disabled here, and a proof from
   * before the user was signed out everywhere.
   */
  signIn(tx: Sql, identity: Identity): Promise<{ userId: string }>
  getUser(userId: string): Promise<User>
  /** Deletes a user whose data is erased at once, by someone else or the user. Returns the user as before. */
  leave: ReturnType<typeof createService>['leave']
  /** Refuses actors with fewer permissions than the user. */
  requireAbove: ReturnType<typeof createService>['requireAbove']
  /** Call once the database is ready. */
  start(): Promise<void>
}

/** The users who have signed in or were invited. */
export function usersFeature(platform: Platform, { holdingsOf }: UserRoles): Users {
  const { clock, database } = platform
  const service = createService(platform)
  const firstAdministrator = createFirstAdministrator(platform)

  async function get(actor: Actor) {
    const { userId, name, userName, email, groupIds, groupsState, editable } = await service.getUser(
      actor.userId,
    )
    return { userId, name, userName, email, groups: groupIds, groupsState, editable }
  }

  async function listRoles(actor: Actor) {
    const held = await holdingsOf(actor.userId)
    const roles = new Map(
      held.map(({ userRoleId, name, resolvedActions }) => [
        userRoleId,
        { userRoleId, name, permissions: { resolvedActions } },
      ]),
    )
    return { roles: [...roles.values()], specific: [...actor.specific] }
  }

  const { get: getMe, listRoles: listMyRoles, update } = currentUser
  serve(
    platform,
    { get: getMe, listRoles: listMyRoles, update },
    {
      get: ({ actor }) => get(actor),
      listRoles: ({ actor }) => listRoles(actor),
      update: ({ actor, input }) => service.updateSelf(actor.userId, input),
    },
  )
  const { listUsers, createUser, createPasswordLink, getUser, updateUser } = contract
  const { removeUser, setDisabled, endSessions } = contract
  serve(
    platform,
    { listUsers, createUser, createPasswordLink, getUser, updateUser, removeUser, setDisabled, endSessions },
    {
      listUsers: ({ input }) => service.listUsers(input),
      createUser: (call) => service.createUser(call),
      createPasswordLink: (call) => service.createPasswordLink(call),
      getUser: ({ params }) => service.getUser(params.userId),
      updateUser: (call) => service.updateUser(call),
      removeUser: (call) => service.removeUser(call),
      setDisabled: (call) => service.setDisabled(call),
      endSessions: (call) => service.endSessions(call),
    },
  )
  registerErasure(platform)

  return {
    getUser: service.getUser,
    leave: service.leave,
    requireAbove: service.requireAbove,
    async signIn(tx, identity) {
      const { userId, disabled, sessionsEndedAt } = await upsertUser(tx, identity, clock.now())
      if (disabled) throw new AppError('auth.disabled')
      if (sessionsEndedAt && identity.issuedAt < wholeSeconds(sessionsEndedAt))
        throw new AppError('auth.token')
      await firstAdministrator.appoint(tx, userId)
      return { userId }
    },
    start: () => database.transaction((tx) => firstAdministrator.appointAtStart(tx)),
  }
}

/** Tokens state their issue time in whole seconds. */
const wholeSeconds = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000)
