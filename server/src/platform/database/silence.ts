import pg from 'pg'
import { AppError } from '../errors.ts'
import type { Log, LogFields } from '../log/log.ts'
import { createOutage } from '../log/outage.ts'
import { inTime } from './inTime.ts'
import { cutConnection, type StatementsInFlight } from './statements.ts'

const LOOK_MS = 500
/** After this long without a response, PostgreSQL is probed over a new connection. */
const SUSPICIOUS_MS = 2500
const ASK_MS = 2000
/** With one session, nothing can be probed while a statement takes this long. */
const ONE_SESSION_SILENT_MS = 5000
const RETRY_SECONDS = 2
const TOO_MANY_CONNECTIONS = '53300'

/**
 * Detects a database that has stopped responding without closing its connections, and logs when the database is
 * unavailable for any reason.
 */
export interface Silence {
  watch(): void
  /** Call for errors that can mean that the database is unavailable: a new connection finds out. */
  suspect(cause: unknown): void
  /** Waits for `work`, but only until the database is found silent. `work` itself continues. */
  bounded<T>(work: () => Promise<T>): Promise<T>
  /**
   * Whether the database responds at all. A busy one does: the time a probe waits in a queue is no evidence of
   * silence.
   */
  answers(): Promise<boolean>
  /** Sends a probe, and returns how long nothing has been answered. */
  silentMs(): Promise<number>
  stop(): void
}

export function watchForSilence(options: {
  statements: StatementsInFlight
  connection: pg.ClientConfig
  oneSession: boolean
  log: Log
  /** A statement on connections that requests can't fill. */
  ping: () => Promise<unknown>
}): Silence {
  const { statements, connection, oneSession, log, ping } = options
  const suspiciousMs = oneSession ? ONE_SESSION_SILENT_MS : SUSPICIOUS_MS
  const waiting = new Set<(error: AppError) => void>()
  const outage = createOutage(log, { failed: 'database.unavailable', worked: 'database.recovered' })
  let silent = false
  /** Since when the database has been unavailable. */
  let outSince: number | null = null
  let looking = false
  let timer: NodeJS.Timeout | undefined
  /** Shared by all concurrent callers. */
  let pinged: Promise<boolean> | null = null

  async function isSilent(): Promise<boolean> {
    if (statements.silentMs() < suspiciousMs) return false
    if (oneSession) return true
    if (await answersAnew(connection)) return false
    // The other end is gone or behind a broken path. The waiting callers get an error and can retry.
    for (const client of statements.waitingSince(suspiciousMs)) cutConnection(client)
    return true
  }

  /** Only one check runs at a time. */
  async function alone(check: () => Promise<void>): Promise<void> {
    if (looking) return
    looking = true
    await check().finally(() => {
      looking = false
    })
  }

  async function look(): Promise<void> {
    silent = await isSilent()
    if (silent) {
      wentAway({ silent, waiting: waiting.size })
      for (const reject of waiting) reject(away())
      waiting.clear()
    } else if (outSince !== null && (await hasAnsweredSince(outSince))) {
      outSince = null
      outage.worked()
    }
  }

  function wentAway(fields: LogFields, cause?: unknown): void {
    outSince ??= performance.now()
    outage.failed(fields, cause)
  }

  const hasAnsweredSince = async (since: number) =>
    oneSession ? statements.answeredAt() > since : answersAnew(connection)

  /** Null if there is no answer after two seconds. */
  function pingInTime(): Promise<boolean | null> {
    pinged ??= statements
      .track(null, ping())
      .then(() => true, isFull)
      .finally(() => {
        pinged = null
      })
    return inTime(ASK_MS, pinged)
  }

  return {
    watch() {
      timer = setInterval(() => void alone(look), LOOK_MS)
      timer.unref()
    },
    suspect(cause) {
      // Before it is watched, the database is only starting.
      if (timer === undefined) return
      void alone(async () => {
        const isThere = outSince === null && !oneSession && (await answersAnew(connection))
        if (!isThere) wentAway({}, cause)
      })
    },
    bounded(work) {
      // The database may have responded since the last check.
      if (silent && statements.silentMs() >= suspiciousMs) return Promise.reject(away())
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        work()
          .then(resolve, reject)
          .finally(() => waiting.delete(reject))
      })
    },
    async answers() {
      const askedAt = performance.now()
      const answered = await pingInTime()
      if (answered !== null) return answered
      if (statements.answeredAt() > askedAt) return true
      return oneSession ? statements.silentMs() < ONE_SESSION_SILENT_MS : answersAnew(connection)
    },
    async silentMs() {
      await pingInTime()
      return statements.silentMs()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** A server that refuses one more connection is alive. */
const isFull = (cause: unknown) => cause instanceof pg.DatabaseError && cause.code === TOO_MANY_CONNECTIONS

/** pg has no code for a connection that the other end closed. */
const isCut = (cause: unknown) =>
  cause instanceof Error &&
  (cause.message === 'Connection terminated unexpectedly' || ('code' in cause && cause.code === 'ECONNRESET'))

const away = () => new AppError('server.database', { retryAfter: RETRY_SECONDS })

/** Asks over a new connection, and over further ones if it is cut: what cut the others may have cut it too. */
async function answersAnew(connection: pg.ClientConfig, attempts = 3): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (cause) {
    if (isCut(cause) && attempts > 1) return await answersAnew(connection, attempts - 1)
    return isFull(cause)
  } finally {
    cutConnection(client)
  }
}
