import type { Rate } from '@parlance/contract/endpoint'
import {
  libraryBytesPerMinute,
  openStreamsPerUser,
  ratesPerMinute,
  type unprovenPoints,
  unprovenPointsPerMinuteAndNetwork,
} from '@parlance/contract/limits'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

type UnprovenPoints = (typeof unprovenPoints)[keyof typeof unprovenPoints]

/** Limits on calls per minute, counted separately by each process. */
export interface Rates {
  /** Counts one call of a subject: a user ID, an identity, or the network of a caller who isn't signed in. */
  consume(rate: Rate, subject: string): Promise<void>
  /** Counts the bytes of an upload to a library. */
  consumeBytes(subject: string, bytes: number): Promise<void>
  /** Counts a request that proves no identity, of the API, the directory, or the pages alike. */
  admit(network: string, points: UnprovenPoints): Promise<void>
  /** Counts an open stream of a subject until the returned function is called. */
  openStream(subject: string): () => void
}

const MINUTE_SECONDS = 60
const STREAMS_RETRY_SECONDS = 5

export function createRates(enabled: boolean): Rates {
  const nothing = () => undefined
  if (!enabled)
    return {
      consume: async () => nothing(),
      consumeBytes: async () => nothing(),
      admit: async () => nothing(),
      openStream: () => nothing,
    }
  const limiters = new Map(
    Object.entries(ratesPerMinute).map(([rate, points]) => [
      rate,
      new RateLimiterMemory({ keyPrefix: rate, points, duration: MINUTE_SECONDS }),
    ]),
  )
  const unproven = new RateLimiterMemory({
    keyPrefix: 'unproven',
    points: unprovenPointsPerMinuteAndNetwork,
    duration: MINUTE_SECONDS,
  })
  const uploaded = new RateLimiterMemory({
    keyPrefix: 'libraryBytes',
    points: libraryBytesPerMinute,
    duration: MINUTE_SECONDS,
  })
  return {
    consume: (rate, subject) => take(limiters.get(rate), subject),
    consumeBytes: (subject, bytes) => take(uploaded, subject, bytes),
    admit: (network, points) => take(unproven, network, points),
    openStream: countStreams(),
  }
}

/**
 * A reader uses memory as long as it is connected, so open streams per subject are limited separately from
 * calls per minute.
 */
function countStreams(): Rates['openStream'] {
  const open = new Map<string, number>()
  return (subject) => {
    const before = open.get(subject) ?? 0
    if (before >= openStreamsPerUser)
      throw new AppError('conversation.tooManyStreams', { retryAfter: STREAMS_RETRY_SECONDS })
    open.set(subject, before + 1)
    let closed = false
    return () => {
      if (closed) return
      closed = true
      const left = (open.get(subject) ?? 1) - 1
      if (left > 0) open.set(subject, left)
      else open.delete(subject)
    }
  }
}

async function take(limiter: RateLimiterMemory | undefined, subject: string, points = 1): Promise<void> {
  if (!limiter) throw new Error('This rate has no limit.')
  try {
    await limiter.consume(subject, points)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new AppError('request.rate', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) })
  }
}
