import { client } from '@parlance/contract/limits'

/**
 * Returns how long to wait before retrying after a 503. The header decides (seconds or a date), with ten
 * seconds without one and at most 300. Up to a fifth is added at random, so that clients of a restarted server
 * don't all return at once. Nothing is ever subtracted.
 */
export function retryAfterMs(header: string | null, now = Date.now(), random = Math.random()): number {
  const text = header?.trim() ?? ''
  // Date.parse also accepts values that aren't HTTP dates ("-5" is a year to it).
  const date = /^[A-Za-z]{3},/.test(text) ? Date.parse(text) : Number.NaN
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : !Number.isNaN(date)
      ? Math.max(0, (date - now) / 1000)
      : client.retryAfterDefaultSeconds
  return Math.min(seconds, client.retryAfterMaxSeconds) * 1000 * (1 + random / 5)
}
