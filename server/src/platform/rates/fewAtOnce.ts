import type { ErrorCode } from '@parlance/contract/errors'
import { AppError } from '../errors.ts'

interface Few {
  /** How much of a person’s work runs at once, and how much of everyone’s in this process. */
  each: number
  all?: number
  error: ErrorCode
  /** In how many seconds to try again. */
  retryAfter?: number
}

/** Runs work unless too much of it already runs, for one person or in this process. Then it throws `error`. */
export function fewAtOnce({ each, all = Number.POSITIVE_INFINITY, error, retryAfter = 5 }: Few) {
  const running = new Map<string, number>()
  let total = 0
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const own = running.get(userId) ?? 0
    if (own >= each || total >= all) throw new AppError(error, { retryAfter })
    running.set(userId, own + 1)
    total += 1
    try {
      return await work()
    } finally {
      total -= 1
      const left = (running.get(userId) ?? 1) - 1
      if (left > 0) running.set(userId, left)
      else running.delete(userId)
    }
  }
}
