import type { JWTVerifyGetKey } from 'jose'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Actor } from '../access/actor.ts'
import { actionsOf, isFirstAdministrator, rolesOf } from '../access/roles.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { Authenticate } from '../platform.ts'
import { createVerifyIdentity, type VerifyIdentity } from './identity.ts'
import { createProductTokens, type ProductTokens } from './productToken.ts'

export interface Auth {
  verifyIdentity: VerifyIdentity
  tokens: ProductTokens
  authenticate: Authenticate
}

interface Options {
  config: Config
  clock: Clock
  database: Database
  /** The embedded directory's keys, or `remoteKeys` for one outside. */
  keys: JWTVerifyGetKey
}

export function createAuth({ config, clock, database, keys }: Options): Auth {
  const tokens = createProductTokens(config.secretKey, clock)
  return {
    verifyIdentity: createVerifyIdentity(config, clock, keys),
    tokens,
    async authenticate(authorization) {
      if (authorization === undefined) return null
      const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1]
      if (!token) throw new AppError('auth.token')
      return findActor(database, config, clock, await tokens.verify(token))
    },
  }
}

interface ActorRow {
  tenantId: string
  objectId: string
  name: string
  userName: string
  disabled: boolean
  firstAdministrator: boolean
}

/** Session, person and rights in one statement, for each request anew: what is revoked ends with the next call. */
async function findActor(
  database: Database,
  config: Config,
  clock: Clock,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Actor> {
  const found = await sql<ActorRow>`
    select app_user.tenant_id as "tenantId", app_user.object_id as "objectId", app_user.name,
      app_user.user_name as "userName", app_user.disabled, ${isFirstAdministrator(config)} as "firstAdministrator"
    from session join app_user on app_user.id = session.user_id
    where session.id = ${sessionId} and session.user_id = ${userId}
      and session.revoked_at is null and session.expires_at > ${clock.now()}`.execute(database.db)
  const row = found.rows[0]
  if (!row) throw new AppError('auth.token')
  if (row.disabled) throw new AppError('auth.disabled')
  const { disabled: _disabled, firstAdministrator, ...person } = row
  const actions = actionsOf(rolesOf(firstAdministrator))
  return { userId, sessionId, ...person, actions, specific: [] }
}
