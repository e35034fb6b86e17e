import type { PostgresPool } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { type Position, positionOf } from './positions.ts'
import { withPreparedStatements } from './preparedStatements.ts'
import { cutConnection } from './statements.ts'

const CONNECTIONS = 12
/** A replica that takes longer than this to connect is no help; the primary would have answered by then. */
const WAIT_MS = 1000

/** One replica: its connections, and its position when last probed. */
export interface Replica {
  name: string
  pool: PostgresPool
  /** The position it has replayed at least; null while it is left out. */
  replayed: Position | null
  /**
   * The last time at which the primary's position was no further than this replica's, on the monotonic clock.
   * It limits how old the replica's rows can be.
   */
  freshAt: number
  /** Probes its position. A replica that doesn't report one is left out until it does. */
  probe(): Promise<void>
  close(): Promise<void>
}

export function createReplica(url: string, log: Log): Replica {
  const name = new URL(url).host
  const clients = new Set<pg.PoolClient>()
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    keepAlive: true,
    // A promoted replica gets none of our writes: they go to the configured primary.
    onConnect: (client: pg.ClientBase) =>
      client.query('set session characteristics as transaction read only').then(() => undefined),
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  // Separate from the pool, so that many readers don't make the replica look dead.
  let asking: pg.Client | null = null

  async function ask(): Promise<Position> {
    if (!asking) {
      const next = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: WAIT_MS,
        query_timeout: WAIT_MS,
      })
      next.on('error', () => undefined)
      asking = next
      await next.connect()
    }
    const { rows } = await asking.query<{ replayed: string | null }>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as replayed',
    )
    const replayed = rows[0]?.replayed
    if (!replayed) throw new Error("This server isn't a replica.")
    return positionOf(replayed)
  }

  function leaveOut(cause: unknown): void {
    if (asking) cutConnection(asking)
    asking = null
    if (replica.replayed !== null) log.error('database.replica.leftOut', { replica: name }, cause)
    replica.replayed = null
    // Its current readers are answered by the primary instead of waiting for a dead connection.
    for (const client of clients) cutConnection(client)
  }

  const replica: Replica = {
    name,
    pool: withPreparedStatements(pool),
    replayed: null,
    freshAt: Number.NEGATIVE_INFINITY,
    async probe() {
      try {
        const replayed = await ask()
        if (replica.replayed === null) log.info('database.replica.used', { replica: name })
        replica.replayed = replayed
      } catch (cause) {
        leaveOut(cause)
      }
    },
    async close() {
      if (asking) cutConnection(asking)
      for (const client of clients) cutConnection(client)
      await pool.end()
    },
  }
  return replica
}
