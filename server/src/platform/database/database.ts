import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { inTime } from './inTime.ts'
import { type Position, positionOf } from './positions.ts'
import { withPreparedStatements } from './preparedStatements.ts'
import { createReplicas } from './replicas.ts'
import { watchForSilence } from './silence.ts'
import { trackStatements } from './statements.ts'

/** A connection or a transaction. All statements are plain SQL: sql<Row>`select …`.execute(db) */
export type Sql = Kysely<unknown>

export interface Database {
  db: Sql
  pool: pg.Pool
  /**
   * The control plane: connections that requests never fill, for what keeps this process and its answers alive (leases,
   * the text of running answers, their ends, health). Statements here are short.
   */
  control: Sql
  embedded: boolean
  /** One short transaction; nothing outside the database is waited for inside it. Serialization failures repeat it. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  /** Whether the database answers at all, however busy it is. */
  answers(): Promise<boolean>
  /** Sends a probe, and says how long the database has answered nothing. */
  silentMs(): Promise<number>
  /** Where the writes so far end, asked by `by`; null for the embedded database, where every read sees them. */
  position(by?: Sql): Promise<Position | null>
  /**
   * Lets `work`, which changes nothing, read from a replica that has replayed `written`: the one place that decides
   * it. All other statements go to the primary, and those of a transaction always do.
   */
  reading<T>(written: Position | null, work: () => Promise<T>): Promise<T>
  /** Lets `work` use the primary, also inside of `reading`. */
  primary<T>(work: () => Promise<T>): Promise<T>
  /**
   * Waits for a request's work, but not for a database that has stopped answering: then it throws server.database
   * while the work goes on to its own end.
   */
  bounded<T>(work: () => Promise<T>): Promise<T>
  /** Begins to look after replicas and silence: once the database is migrated, which may take its time. */
  watch(): void
  close(): Promise<void>
}

// int8 as a number: every count and number of ours stays far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Longest wait for a connection before a request is answered with 503. */
const CONNECTION_WAIT_MS = 4000
const POSITION_WAIT_MS = 2000
const REPEATED_SQLSTATES = new Set(['40001', '40P01'])
const TRANSACTION_TRIES = 5

interface Options {
  log: Log
  connection: pg.PoolConfig
  embedded: boolean
  replicaUrls?: readonly string[]
}

/**
 * The embedded database runs one statement at a time: its second connection is there to get its turn between the units
 * of the first (docs/decisions/0078-judge-a-busy-database-by-its-answers.md).
 */
const EMBEDDED_CONNECTIONS = { requests: 1, control: 1 }
const CONNECTIONS = { requests: 12, control: 2 }

export function createDatabase({ log, connection, embedded, replicaUrls = [] }: Options): Database {
  const connections = embedded ? EMBEDDED_CONNECTIONS : CONNECTIONS
  const statements = trackStatements()
  const pool = openPool(log, embedded, {
    ...connection,
    max: connections.requests,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    idleTimeoutMillis: 60_000,
    // One session stands behind the embedded database's connections: settings would outlive theirs, and a new one must
    // not meet the names that the last one prepared.
    ...(embedded
      ? { onConnect: (client: pg.ClientBase) => client.query('deallocate all').then(() => undefined) }
      : {}),
  })
  const controlPool = openPool(log, embedded, {
    ...connection,
    max: connections.control,
    // The embedded database's socket is always reached, unless its process hangs: then it is restarted, which ends this.
    connectionTimeoutMillis: embedded ? 0 : CONNECTION_WAIT_MS,
    // Kept, so that nobody else takes the server's last connection meanwhile.
    idleTimeoutMillis: 0,
  })
  // In the embedded database's one session the names of prepared statements belong to the other connection.
  const controlStatements = withPreparedStatements(controlPool, { statements, named: !embedded })
  const control = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: controlStatements }) })
  const ping = () => sql`select 1`.execute(control)
  const silence = watchForSilence({ statements, connection, embedded, log, ping })
  const replicas = createReplicas(replicaUrls, pool, log)
  const primary = withPreparedStatements(pool, { statements })
  const routed = { ...primary, connect: () => replicas.pool(primary).connect() }
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: routed }) })
  return {
    db,
    pool,
    control,
    embedded,
    transaction: (work) => replicas.writing(() => repeated(() => db.transaction().execute(work))),
    answers: silence.answers,
    silentMs: silence.silentMs,
    position: (by = db) => (embedded ? Promise.resolve(null) : writtenTo(by)),
    reading: replicas.reading,
    primary: replicas.writing,
    bounded: silence.bounded,
    watch() {
      silence.watch()
      replicas.start()
    },
    async close() {
      silence.stop()
      await Promise.all([replicas.stop(), db.destroy(), control.destroy()])
    },
  }
}

function openPool(log: Log, embedded: boolean, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    // A path that swallows packets is noticed by the system's probes, and not never.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(embedded ? {} : { statement_timeout: 60_000, idle_in_transaction_session_timeout: 30_000 }),
  })
  // Without a listener the loss of an idle connection ends the process.
  pool.on('error', (cause) => log.warn('database.connectionLost', {}, cause))
  // The same holds for one that is lost while it is checked out and between two statements of a transaction.
  pool.on('connect', (client) => {
    client.on('error', (cause) => log.warn('database.connectionLost', {}, cause))
  })
  return pool
}

async function writtenTo(db: Sql): Promise<Position> {
  const found = await inTime(
    POSITION_WAIT_MS,
    sql<{ position: string }>`select pg_current_wal_insert_lsn()::text as position`.execute(db),
  )
  const position = found?.rows[0]?.position
  if (position === undefined) throw new Error("The database didn't report its write position in time.")
  return positionOf(position)
}

async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const state = (error as { code?: unknown }).code
      if (attempt >= TRANSACTION_TRIES || typeof state !== 'string' || !REPEATED_SQLSTATES.has(state))
        throw error
    }
  }
}

/** SQLSTATEs and socket errors that mean: the database is away, not: the statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    if (code.startsWith('08') || ['57P01', '57P02', '57P03', '53100', '53300'].includes(code)) return true
    if (
      ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'].includes(code) &&
      isConnectionError(error)
    )
      return true
  }
  const message = error instanceof Error ? error.message : ''
  return CONNECTION_MESSAGES.some((text) => message.startsWith(text))
}

// pg throws these without a code: https://github.com/brianc/node-postgres (client.js, pool index.js).
const CONNECTION_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
]

function isConnectionError(error: unknown): boolean {
  const syscall = (error as { syscall?: unknown }).syscall
  return syscall === 'connect' || syscall === 'read' || syscall === 'write'
}

export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/** True where the database refuses what a statement says and would refuse it for ever: SQLSTATE classes 22 and 23. */
export function isRefusedData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '')
}

/** True for a violated unique constraint, by name where one is given. */
/** What a row refers to is not there, or not any more. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503'

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    sqlState(error) === '23505' &&
    (constraint === undefined || (error as { constraint?: string }).constraint === constraint)
  )
}
