import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { challengeText, leadingZeroBits } from '@parlance/contract/challenge'
import { limits } from '@parlance/contract/limits'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { deriveKey } from '../../platform/keys.ts'

/** What a browser computes before it can start a session: a number that gives a hash with this many leading zero bits. */
export interface Challenge {
  token: string
  bits: number
}

interface ChallengeAnswer {
  token: string
  counter: number
}

/** What a token says: the page, the bits, when it expires, and what makes it different from all others. */
interface Claims {
  page: string
  bits: number
  expires: number
  nonce: string
}

/** A page with up to this many new sessions in a minute gets challenges as set; from there, each doubling adds a bit. */
const CALM_SESSIONS = 60
const MOST_ADDED_BITS = 4
const MINUTE_MS = 60_000

export interface Challenges {
  /** Returns a new challenge, harder while many sessions of the page start. */
  issue(page: string, bits: number): Challenge
  /** Returns the nonce of a solved challenge, which must be used only once. Throws `publicChat.challenge`. */
  check(answer: ChallengeAnswer | undefined, page: string): string
  /** Counts a session that started. */
  started(page: string): void
}

/** Challenges are signed rather than stored: asking for them costs nothing. */
export function createChallenges({
  config,
  clock,
}: {
  config: Pick<Config, 'secretKey'>
  clock: Clock
}): Challenges {
  const key = deriveKey(config.secretKey, 'public-challenge')
  const sign = (body: string) => createHmac('sha256', key).update(body).digest()
  /** When the last sessions of pages started, on the monotonic clock. */
  const starts = new Map<string, number[]>()

  function startsOf(page: string): number[] {
    const recent = (starts.get(page) ?? []).filter((at) => at > clock.monotonicMs() - MINUTE_MS)
    if (recent.length > 0) starts.set(page, recent)
    else starts.delete(page)
    return recent
  }

  function claimsOf(token: string): Claims | null {
    const [body = '', signature = ''] = token.split('.')
    const given = Buffer.from(signature, 'base64url')
    const expected = sign(body)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims
  }

  return {
    issue(page, bits) {
      const doublings = Math.floor(Math.log2(Math.max(1, startsOf(page).length / CALM_SESSIONS)))
      const harder = Math.min(limits.proofOfWorkBits, bits + Math.min(MOST_ADDED_BITS, doublings))
      const expires = clock.now().getTime() + limits.challengeMinutes * MINUTE_MS
      const claims: Claims = { page, bits: harder, expires, nonce: randomUUID() }
      const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return { token: `${body}.${sign(body).toString('base64url')}`, bits: harder }
    },
    check(answer, page) {
      const claims = answer && claimsOf(answer.token)
      const isGood =
        claims &&
        claims.page === page &&
        claims.expires > clock.now().getTime() &&
        leadingZeroBits(hashOf(answer)) >= claims.bits
      if (!isGood) throw new AppError('publicChat.challenge')
      return claims.nonce
    },
    started(page) {
      // More than this doesn't make challenges harder.
      const recent = startsOf(page).slice(-CALM_SESSIONS * 2 ** MOST_ADDED_BITS)
      starts.set(page, [...recent, clock.monotonicMs()])
    },
  }
}

const hashOf = ({ token, counter }: ChallengeAnswer): Buffer =>
  createHash('sha256').update(challengeText(token, counter)).digest()
