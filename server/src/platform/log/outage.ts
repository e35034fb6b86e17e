import type { Log, LogFields } from './log.ts'

/** At most one outage is logged in this time, with its end. */
const SAID_EVERY_MS = 60_000

/** Something that the program depends on and that can fail for a while. */
export interface Outage {
  /** Call for every failure: the first one is logged. */
  failed(fields?: LogFields, cause?: unknown): void
  /** Call for every success: the first one after a logged failure is logged. */
  worked(): void
}

/**
 * Logs when something fails and when it works again, both as errors, because the default log level shows nothing
 * else. What fails and recovers all the time is logged once a minute. `named` says what it is.
 */
export function createOutage(
  log: Log,
  events: { failed: string; worked: string },
  named: LogFields = {},
): Outage {
  let saidAt = Number.NEGATIVE_INFINITY
  let isOut = false
  return {
    failed(fields, cause) {
      const now = performance.now()
      if (isOut || now - saidAt < SAID_EVERY_MS) return
      isOut = true
      saidAt = now
      log.error(events.failed, { ...named, ...fields }, cause)
    },
    worked() {
      if (!isOut) return
      isOut = false
      log.error(events.worked, { ...named, seconds: Math.round((performance.now() - saidAt) / 1000) })
    },
  }
}
