import { authorization as contract, sessions } from '@parlance/contract/authorization'
import type { Auth } from '../../platform/auth/auth.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Users } from '../users/index.ts'
import { createService } from './service.ts'
import { removeEndedSessions, revokeSession } from './store.ts'

/** The exchange of a directory sign-in for a product token, and the sessions that these tokens belong to. */
export function authorization(platform: Platform, auth: Auth, users: Users): void {
  const { clock, database, jobs } = platform
  const service = createService(platform, auth, users)

  serve(platform, contract, { generateToken: (call) => service.generateToken(call) })
  serve(platform, sessions, {
    logout: async ({ actor }) => {
      await revokeSession(database.db, actor.userId, actor.sessionId, clock.now())
      return {}
    },
  })
  jobs.schedule('sessions.removeEnded', '23 3 * * *', () => removeEndedSessions(database.db, clock.now()))
}
