import { currentUser } from '@parlance/contract/currentUser'
import type { Actor } from '../../platform/access/actor.ts'
import { isFirstAdministrator, rolesOf } from '../../platform/access/roles.ts'
import type { Identity } from '../../platform/auth/identity.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import * as store from './store.ts'

export interface Users {
  /** Makes or updates the user whom a directory has proven; refuses one that is disabled here. */
  signIn(tx: Sql, identity: Identity): Promise<{ userId: string }>
}

/** The people who have signed in. */
export function users(platform: Platform): Users {
  const { config, clock, database } = platform

  async function get(actor: Actor) {
    const user = await store.findUser(database.db, actor.userId)
    if (!user) throw new AppError('auth.token')
    return user
  }

  async function listRoles(actor: Actor) {
    const first = await store.isUserFirstAdministrator(
      database.db,
      actor.userId,
      isFirstAdministrator(config),
    )
    const roles = rolesOf(first).map(({ userRoleId, name, actions }) => ({
      userRoleId,
      name,
      permissions: { resolvedActions: [...actions] },
    }))
    return { roles, specific: [...actor.specific] }
  }

  serve(
    platform,
    { get: currentUser.get, listRoles: currentUser.listRoles },
    { get: ({ actor }) => get(actor), listRoles: ({ actor }) => listRoles(actor) },
  )

  return {
    async signIn(tx, identity) {
      const { userId, disabled } = await store.upsertUser(tx, identity, clock.now())
      if (disabled) throw new AppError('auth.disabled')
      return { userId }
    },
  }
}
