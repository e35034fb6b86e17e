import { createHash } from 'node:crypto'
import type { authorization } from '@parlance/contract/authorization'
import { limits, unprovenPoints } from '@parlance/contract/limits'
import type { Auth } from '../../platform/auth/auth.ts'
import type { Identity } from '../../platform/auth/identity.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { upsertSession } from '../sessions/index.ts'
import type { Users } from '../users/index.ts'
import { createGroupsOf } from './groups.ts'

type GenerateToken = Call<(typeof authorization)['generateToken']>

const DAY_MS = 86_400_000

/**
 * The name of a session that the directory does not name. It keeps its ID token from starting another session
 * after it ends.
 */
const nameOf = (idToken: string): string =>
  `token ${createHash('sha256').update(idToken).digest('base64url')}`

export function createService(platform: Platform, auth: Auth, users: Users) {
  const { clock, database, rates } = platform
  const askGroups = createGroupsOf(platform)

  /**
   * Returns whom the ID token proves. A failed exchange counts against the caller's network, because there is
   * no one else to count it for.
   */
  async function prove(call: GenerateToken): Promise<Identity> {
    try {
      return await auth.verifyIdentity(call.input.idToken)
    } catch (error) {
      if (error instanceof AppError && error.code === 'auth.token')
        await rates.admit(call.network, unprovenPoints.refusedToken)
      throw error
    }
  }

  /**
   * A session that the directory does not name is identified only by its ID token, so it ends when the token
   * expires.
   */
  function endOf(identity: Identity, now: Date): Date {
    const lifetimeMs =
      identity.directorySession === null
        ? limits.tokenLifetimeSeconds * 1000
        : limits.sessionLifetimeDays * DAY_MS
    return new Date(now.getTime() + lifetimeMs)
  }

  return {
    async generateToken(call: GenerateToken) {
      const proven = await prove(call)
      await rates.consume('signIn', `${proven.tenantId}:${proven.objectId}`)
      const groupIds = proven.groupIds ?? (await askGroups(proven.objectId, call.input.accessToken))
      const identity = { ...proven, groupIds }
      const now = clock.now()
      const claims = await database.transaction(async (tx) => {
        const { userId } = await users.signIn(tx, identity)
        const sessionId = await upsertSession(tx, {
          userId,
          directorySession: identity.directorySession ?? nameOf(call.input.idToken),
          userAgent: call.userAgent?.slice(0, 300) ?? null,
          network: call.network,
          issuedAt: identity.issuedAt,
          now,
          expiresAt: endOf(identity, now),
        })
        if (sessionId === null) throw new AppError('auth.token')
        return { userId, sessionId }
      })
      return { n1AIToken: await auth.tokens.issue(claims) }
    },
  }
}
