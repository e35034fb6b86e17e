import { createSecretKey } from 'node:crypto'
import { client, limits } from '@parlance/contract/limits'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { deriveKey } from '../keys.ts'

/** What a product token says: who and in which session. Rights are not in it; they are read at each request. */
export interface TokenClaims {
  userId: string
  sessionId: string
}

export interface ProductTokens {
  issue(claims: TokenClaims): Promise<string>
  /** Throws `auth.token` for a token that is not ours or has ended. */
  verify(token: string): Promise<TokenClaims>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createProductTokens(secretKey: Buffer, clock: Clock): ProductTokens {
  // As an object the key is imported once; as bytes it would be for every request.
  const key = createSecretKey(deriveKey(secretKey, 'product-token'))
  return {
    async issue({ userId, sessionId }) {
      const now = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sid: sessionId, version: client.tokenVersion })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + limits.tokenLifetimeSeconds)
        .sign(key)
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          currentDate: clock.now(),
          requiredClaims: ['sub', 'sid', 'iat', 'exp', 'version'],
        })
        const { sub, sid } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string' || !UUID.test(sub) || !UUID.test(sid)) {
          throw new Error('The token names no session.')
        }
        return { userId: sub, sessionId: sid }
      } catch (cause) {
        throw new AppError('auth.token', { cause })
      }
    },
  }
}
