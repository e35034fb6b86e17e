import type { JWTVerifyGetKey } from 'jose'
import type { Config } from '../../config/config.ts'
import { createActorReader, noteUse } from '../access/actor.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log/log.ts'
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
  log: Log
  clock: Clock
  database: Database
  /** The embedded directory's keys, or `remoteKeys` for an external one. */
  keys: JWTVerifyGetKey
}

export function createAuth({ config, log, clock, database, keys }: Options): Auth {
  const tokens = createProductTokens(config.secretKey, clock)
  const readActor = createActorReader(database.db)
  return {
    verifyIdentity: createVerifyIdentity(config, clock, keys),
    tokens,
    async authenticate(authorization) {
      if (authorization === undefined) return null
      const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1]
      if (!token) throw new AppError('auth.token')
      const actor = await readActor(await tokens.verify(token), clock.now())
      if (!actor) throw new AppError('auth.token')
      const { disabled, unnoted, ...allowed } = actor
      if (disabled) throw new AppError('auth.disabled')
      // No one waits for the record, and the request is answered without it.
      if (unnoted)
        void database
          .primary(() => noteUse(database.db, allowed, clock.now()))
          .catch((cause: unknown) => log.warn('session.useNotNoted', {}, cause))
      return allowed
    },
  }
}
