import { createSecretKey, hash } from 'node:crypto'
import { client, limits } from '@parlance/contract/limits'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { deriveKey } from '../keys.ts'

/** What a product token says: who and in which session. Rights are not in it; they are read at each request. */
interface TokenClaims {
  userId: string
  sessionId: string
}

export interface ProductTokens {
  issue(claims: TokenClaims): Promise<string>
  /** Throws `auth.token` for a token that is not ours or has ended. */
  verify(token: string): Promise<TokenClaims>
}

const MOST_VERIFIED = 10_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createProductTokens(secretKey: Buffer, clock: Clock): ProductTokens {
  /**
   * Tokens whose signature has been checked, by their hash: each is checked once and not at every request. Whether its
   * session still stands is asked of the database each time.
   */
  const verified = new LRUCache<string, { claims: TokenClaims; endsAt: number }>({ max: MOST_VERIFIED })
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
      const digest = hash('sha256', token)
      const known = verified.get(digest)
      if (known && known.endsAt > clock.now().getTime()) return known.claims
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          currentDate: clock.now(),
          requiredClaims: ['sub', 'sid', 'iat', 'exp', 'version'],
        })
        const { sub, sid, exp } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string' || !UUID.test(sub) || !UUID.test(sid)) {
          throw new Error('The token has no session.')
        }
        const claims = { userId: sub, sessionId: sid }
        verified.set(digest, { claims, endsAt: Number(exp) * 1000 })
        return claims
      } catch (cause) {
        verified.delete(digest)
        throw new AppError('auth.token', { cause })
      }
    },
  }
}
