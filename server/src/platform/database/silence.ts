import pg from 'pg'
import { AppError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import { cutConnection, type StatementsInFlight } from './statements.ts'

const LOOK_MS = 500
/** With PostgreSQL: a statement that waits for so long makes us ask over a new connection whether anybody is there. */
const SUSPICIOUS_MS = 2500
const ASK_MS = 2000
/** The embedded database has one connection: nothing can be asked beside a statement that takes so long. */
const EMBEDDED_SILENT_MS = 5000
const RETRY_SECONDS = 2

/** Whether the database still speaks: one that has stopped without closing its connections answers nothing. */
export interface Silence {
  watch(): void
  /** Waits for `work`, but no longer than until the database is found silent. `work` itself goes on. */
  bounded<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

export function watchForSilence(options: {
  statements: StatementsInFlight
  connection: pg.ClientConfig
  embedded: boolean
  log: Log
}): Silence {
  const { statements, connection, embedded, log } = options
  const suspiciousMs = embedded ? EMBEDDED_SILENT_MS : SUSPICIOUS_MS
  const waiting = new Set<(error: AppError) => void>()
  let silent = false
  let looking = false
  let timer: NodeJS.Timeout | undefined

  async function isSilent(): Promise<boolean> {
    if (statements.oldestMs() < suspiciousMs) return false
    if (embedded) return true
    if (await answersAnew(connection)) return false
    // Their other end is gone or behind a broken path. Whoever waits there is told, and may come again.
    for (const client of statements.waitingSince(suspiciousMs)) cutConnection(client)
    return true
  }

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    try {
      const before = silent
      silent = await isSilent()
      if (!silent) return
      if (!before) log.error('database.silent', { waiting: waiting.size })
      for (const reject of waiting) reject(away())
      waiting.clear()
    } finally {
      looking = false
    }
  }

  return {
    watch() {
      timer = setInterval(() => void look(), LOOK_MS)
      timer.unref()
    },
    bounded(work) {
      // It may have spoken since it was last looked at.
      if (silent && statements.oldestMs() >= suspiciousMs) return Promise.reject(away())
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        work()
          .then(resolve, reject)
          .finally(() => waiting.delete(reject))
      })
    },
    stop: () => clearInterval(timer),
  }
}

const away = () => new AppError('server.database', { retryAfter: RETRY_SECONDS })

async function answersAnew(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    cutConnection(client)
  }
}
