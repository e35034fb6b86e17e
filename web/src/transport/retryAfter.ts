import { client } from '@parlance/contract/limits'

/**
 * How long to wait before a 503 is tried again. The header (seconds or a date) decides, ten seconds without one, never
 * more than 300. Up to a fifth is added at random, so that all clients of a restarted server do not come back at once;
 * nothing is ever taken off.
 */
export function retryAfterMs(header: string | null, now = Date.now(), random = Math.random()): number {
  const text = header?.trim() ?? ''
  // Date.parse also reads what is no HTTP date ("-5" is a year to it).
  const date = /^[A-Za-z]{3},/.test(text) ? Date.parse(text) : Number.NaN
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : !Number.isNaN(date)
      ? Math.max(0, (date - now) / 1000)
      : client.retryAfterDefaultSeconds
  return Math.min(seconds, client.retryAfterMaxSeconds) * 1000 * (1 + random / 5)
}
