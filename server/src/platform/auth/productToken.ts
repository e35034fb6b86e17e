import { createSecretKey, hash } from 'node:crypto'
import { client, limits } from '@parlance/contract/limits'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { deriveKey } from '../keys.ts'

/**
 * The contents of a product token: the user and the session. Permissions aren't included; they are read on each
 * request.
 */
interface TokenClaims {
  userId: string
  sessionId: string
}

export interface ProductTokens {
  issue(claims: TokenClaims): Promise<string>
  /** Throws `auth.token` for a foreign or expired token. */
  verify(token: string): Promise<TokenClaims>
}

const MOST_VERIFIED = 10_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createProductTokens(secretKey: Buffer, clock: Clock): ProductTokens {
  /**
   * Tokens with a verified signature, by hash, so that each is verified once and not on every request. The
   * database is asked each time whether the session is still valid.
   */
  const verified = new LRUCache<string, { claims: TokenClaims; endsAt: number }>({ max: MOST_VERIFIED })
  // A key object is imported once; as bytes, the key would be imported on every request.
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
