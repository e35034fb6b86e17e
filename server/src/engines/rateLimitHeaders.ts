import type { IncomingHttpHeaders } from 'node:http'

/** Returns Retry-After in seconds, from a number or a date; null if it is missing or implausible. */
export function retryAfterSeconds(header: string | string[] | undefined, now = Date.now()): number | null {
  if (typeof header !== 'string') return null
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header)
  // A date contains letters; `Date.parse` accepts almost any number as a year.
  const at = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000)
}

/** Returns the pause in seconds that a provider asks for after a refusal; null if it names none. */
export function askedPause(headers: IncomingHttpHeaders, now = Date.now()): number | null {
  const exact = headers['retry-after-ms']
  if (typeof exact === 'string' && /^\d+$/.test(exact)) return Number(exact) / 1000
  return retryAfterSeconds(headers['retry-after'], now) ?? spentPause(headers, now)
}

/**
 * Returns the seconds until one more request is allowed, if the headers say that none is left. Providers refill
 * gradually and report the time until full, so one request takes its share of that time.
 */
export function spentPause(headers: IncomingHttpHeaders, now = Date.now()): number | null {
  for (const [limit, remaining, reset] of requestHeaders) {
    if (headers[remaining] !== '0') continue
    const seconds = durationSeconds(headers[reset], now)
    if (seconds === null) continue
    return seconds / Math.max(1, Number(headers[limit]) || 1)
  }
  return null
}

const requestHeaders = [
  ['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  [
    'anthropic-ratelimit-requests-limit',
    'anthropic-ratelimit-requests-remaining',
    'anthropic-ratelimit-requests-reset',
  ],
] as const

const unitSeconds: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }

/** Parses `6m0s`, `17ms`, a number of seconds, or a date. */
function durationSeconds(value: string | string[] | undefined, now: number): number | null {
  if (typeof value !== 'string' || value === '') return null
  if (/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(value)) {
    const parts = value.matchAll(/(\d{1,12}(?:\.\d{1,12})?)(ms|s|m|h|d)/g)
    let seconds = 0
    for (const [, count, unit] of parts) seconds += Number(count) * (unitSeconds[unit ?? ''] ?? 0)
    return seconds
  }
  return retryAfterSeconds(value, now)
}
