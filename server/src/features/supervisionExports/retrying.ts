import type { SupervisionError } from '@parlance/contract/supervisionExports'

/** Why a batch wasn't exported. */
export interface Failure {
  error: SupervisionError
  /** The HTTP status of the answer, if there was one. */
  status: number | null
}

const FIRST_MS = 30_000
const LONGEST_MS = 2 * 3_600_000
/** Spreads the attempts of instances that failed at the same time. */
const SPREAD = 0.25

/** How long to wait after a number of failed attempts: 30 seconds, doubled each time up to 2 hours, ±25 %. */
export function retryMs(failedAttempts: number, random = Math.random): number {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failedAttempts - 1, 20))
  return Math.round(wait * (1 - SPREAD + random() * 2 * SPREAD))
}

const TIMED_OUT = 408
const GONE = 410
const TOO_MANY = 429

/** Names the failure of a status that isn't 2xx. */
export function failureOf(status: number): Failure {
  if (status === GONE) return { error: 'Gone', status }
  return { error: status >= 300 && status < 400 ? 'Redirected' : 'Status', status }
}

/** Whether a failure stays until someone changes something, so that it isn't tried again by itself. */
export function isLasting({ error, status }: Failure): boolean {
  if (error === 'Redirected' || error === 'SecretUnreadable') return true
  return error === 'Status' && status !== null && status >= 400 && status < 500
    ? status !== TIMED_OUT && status !== TOO_MANY
    : false
}
