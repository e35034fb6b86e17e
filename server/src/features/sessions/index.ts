import { sessions as contract } from '@parlance/contract/authorization'
import { users } from '@parlance/contract/users'
import type { Sql } from '../../platform/database/database.ts'
import { ownRows } from '../../platform/erasure/erasure.ts'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { ofSessions } from './personalDataStore.ts'
import { endAllSessionsOf, readSessions, removeEndedSessions, revokeSession } from './store.ts'

export { endAllSessions, readSessionCount, upsertSession } from './store.ts'

export interface Sessions {
  /**
   * Ends all sessions of an account of the embedded directory, in the transaction that changes its password.
   */
  endSessionsOf(tx: Sql, objectId: string): Promise<void>
}

/** The sessions that product tokens belong to: where users are signed in, and how sessions end. */
export function sessionsFeature(platform: Platform): Sessions {
  const { clock, config, database, erasure, jobs, personalData } = platform
  const { tenantId } = config.directory

  const listOf = async (userId: string, current: string | null) => {
    const rows = await readSessions(database.db, userId, clock.now())
    return { items: rows.map((row) => ({ ...row, current: row.sessionId === current })) }
  }

  serve(platform, contract, {
    logout: async ({ actor }) => {
      await revokeSession(database.db, actor.userId, actor.sessionId, clock.now())
      return {}
    },
    listSessions: ({ actor }) => listOf(actor.userId, actor.sessionId),
    endSession: async ({ actor, params }) => {
      const ended = await revokeSession(database.db, actor.userId, params.sessionId, clock.now())
      if (!ended) throw new AppError('session.notFound')
      return {}
    },
  })
  const { listSessions } = users
  serve(
    platform,
    { listSessions },
    { listSessions: ({ actor, params }) => listOf(params.userId, actor.sessionId) },
  )
  personalData.add(ofSessions)
  erasure.add(ownRows({ table: 'session', owner: 'user_id', key: 'id' }))
  jobs.schedule('sessions.removeEnded', '23 3 * * *', () => removeEndedSessions(database, clock.now()))

  return {
    endSessionsOf: (tx, objectId) => endAllSessionsOf(tx, { tenantId, objectId }, clock.now()),
  }
}
