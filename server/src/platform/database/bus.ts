import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import type { Sql } from './database.ts'
import { cutConnection } from './statements.ts'

/** Notifications between processes. The embedded database has one process, so its bus works in-process. */
export interface Bus {
  subscribe(channel: string, handler: (payload: string) => void): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** With the embedded database, the writer is the only process and notifies its readers directly. */
export const ownProcessBus: Bus = {
  subscribe: () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
}

/** Notifies all processes, including this one, once the transaction is committed. */
export async function notify(tx: Sql, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx)
}

const RECONNECT_MS = 1000
const CONNECT_MS = 10_000
/** A listener only waits, so behind a path that drops packets it would wait forever and receive nothing. */
const ASK_EVERY_MS = 10_000
const ASK_MS = 5000

/**
 * Runs LISTEN on a dedicated connection and listens again after losing it. Readers also poll, so a gap only
 * costs time.
 */
export function createPostgresBus(connectionString: string, log: Log): Bus {
  const handlers = new Map<string, ((payload: string) => void)[]>()
  let client: pg.Client | null = null
  let stopped = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ASK_MS,
    })
    next.on('error', (cause) => log.warn('bus.connectionLost', {}, cause))
    next.on('notification', (message) => {
      for (const handler of handlers.get(message.channel) ?? []) handler(message.payload ?? '')
    })
    try {
      await next.connect()
      for (const channel of handlers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (cause) {
      void next.end().catch(() => undefined)
      throw cause
    }
    const asking = setInterval(() => next.query('select 1').catch(() => cutConnection(next)), ASK_EVERY_MS)
    asking.unref()
    // Only for an established connection: a failed one ends too, and its caller retries it.
    next.on('end', () => {
      clearInterval(asking)
      if (!stopped) setTimeout(() => void reconnect(), RECONNECT_MS).unref()
    })
    client = next
  }

  async function reconnect(): Promise<void> {
    if (stopped) return
    await connect().catch((cause: unknown) => {
      log.warn('bus.unreachable', {}, cause)
      setTimeout(() => void reconnect(), RECONNECT_MS).unref()
    })
  }

  return {
    subscribe(channel, handler) {
      const isNew = !handlers.has(channel)
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler])
      if (isNew)
        client
          ?.query(`listen ${pg.escapeIdentifier(channel)}`)
          .catch((cause: unknown) => log.warn('bus.listenFailed', { channel }, cause))
    },
    start: connect,
    async stop() {
      stopped = true
      await client?.end().catch(() => undefined)
    },
  }
}
