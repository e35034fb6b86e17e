import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import type { EmbeddedKind } from './embedded/embeddedDatabase.ts'
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
   * The control plane: connections that requests never fill. They are for short statements that keep this
   * process and its answers alive: leases, text of running answers, their ends, and health.
   */
  control: Sql
  /** The database server that this program started and no other program uses; null for any other server. */
  embedded: EmbeddedKind | null
  /**
   * Runs one short transaction, which never waits for anything outside the database. Retries after
   * serialization failures.
   */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  /** Whether the database responds at all, however busy it is. */
  answers(): Promise<boolean>
  /** Sends a probe, and returns how long the database has been silent. */
  silentMs(): Promise<number>
  /**
   * Where the writes so far end, as seen by `by`; null without replicas, because then every read sees them.
   */
  position(by?: Sql): Promise<Position | null>
  /**
   * Lets `work`, which changes nothing, read from a replica that has replayed `written`. Replicas are chosen
   * only here. All other statements go to the primary, as do all statements in a transaction.
   */
  reading<T>(written: Position | null, work: () => Promise<T>): Promise<T>
  /** Lets `work` use the primary, even inside `reading`. */
  primary<T>(work: () => Promise<T>): Promise<T>
  /**
   * Waits for a request's work, but not for a database that has stopped responding: then it throws
   * server.database while the work continues.
   */
  bounded<T>(work: () => Promise<T>): Promise<T>
  /** Starts to monitor replicas and silence. Called after migrations, which can take a while. */
  watch(): void
  close(): Promise<void>
}

// Parses int8 as a number: all our counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The longest wait for a connection before a request gets a 503. */
const CONNECTION_WAIT_MS = 4000
const POSITION_WAIT_MS = 2000
const REPEATED_SQLSTATES = new Set(['40001', '40P01'])
const TRANSACTION_TRIES = 5

interface Options {
  log: Log
  connection: pg.PoolConfig
  /** The kind of the embedded database; null for a server of its own. */
  embedded: EmbeddedKind | null
  replicaUrls?: readonly string[]
  /** Whether the embedded database has no space left. */
  isFull?: () => boolean
}

/**
 * PGlite runs one statement at a time. Its second connection gets its turn between the units of the first
 * (docs/decisions/0078-judge-a-busy-database-by-its-answers.md).
 */
const ONE_SESSION_CONNECTIONS = { requests: 1, control: 1 }
const CONNECTIONS = { requests: 12, control: 2 }

export function createDatabase({ log, connection, embedded, replicaUrls = [], isFull }: Options): Database {
  const oneSession = embedded === 'pglite'
  const connections = oneSession ? ONE_SESSION_CONNECTIONS : CONNECTIONS
  const statements = trackStatements()
  const lost = (cause: unknown) => silence.suspect(cause)
  const explained = (cause: unknown) => {
    if (!isDatabaseAway(cause)) return cause
    lost(cause)
    // A server whose disk is full ends, and can't be started again until space is freed.
    return isFull?.() ? new DiskFull(cause) : cause
  }
  const pool = openPool(
    { log, oneSession, lost },
    {
      ...connection,
      max: connections.requests,
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      idleTimeoutMillis: 60_000,
      // In the only session, settings would outlive a connection, and a new one must not find the statement names
      // that the last one prepared.
      ...(oneSession
        ? { onConnect: (client: pg.ClientBase) => client.query('deallocate all').then(() => undefined) }
        : {}),
    },
  )
  const controlPool = openPool(
    { log, oneSession, lost },
    {
      ...connection,
      max: connections.control,
      // PGlite's socket is always reachable unless its process hangs. Then the process is restarted, which ends
      // the wait.
      connectionTimeoutMillis: oneSession ? 0 : CONNECTION_WAIT_MS,
      // Kept open so that no one else takes the server's last connection in the meantime.
      idleTimeoutMillis: 0,
    },
  )
  // In the only session, the names of prepared statements belong to the other connection.
  const controlStatements = withPreparedStatements(controlPool, { statements, named: !oneSession, explained })
  const control = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: controlStatements }) })
  const ping = () => sql`select 1`.execute(control)
  const silence = watchForSilence({ statements, connection, oneSession, log, ping })
  const replicas = createReplicas(replicaUrls, pool, log)
  const primary = withPreparedStatements(pool, { statements, explained })
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
    position: (by = db) => (replicaUrls.length === 0 ? Promise.resolve(null) : writtenTo(by)),
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

interface PoolNeeds {
  log: Log
  oneSession: boolean
  /** Called when a connection is lost. */
  lost(cause: unknown): void
}

const sessionSettings = {
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 30_000,
  // Compiling a statement takes longer than any statement of ours gains by it: reports took three times as long.
  options: '-c jit=off',
}

function openPool({ log, oneSession, lost }: PoolNeeds, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    // The system's probes detect a path that drops packets; otherwise nothing would.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(oneSession ? {} : sessionSettings),
  })
  // Without a listener, losing an idle connection ends the process.
  const wasLost = (cause: unknown) => {
    log.warn('database.connectionLost', {}, cause)
    lost(cause)
  }
  pool.on('error', wasLost)
  // The same applies to a connection lost while checked out, between two statements of a transaction.
  pool.on('connect', (client) => void client.on('error', wasLost))
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

/** Runs a transaction again after serialization failures. */
export async function repeated<T>(work: () => Promise<T>): Promise<T> {
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

const DISK_FULL = '53100'

/** The database is unavailable because its disk is full. */
class DiskFull extends Error {
  readonly code = DISK_FULL

  constructor(cause: unknown) {
    super('The disk of the database is full.', { cause })
  }
}

/** Whether the database has no space left, so that it can't store anything. */
export const isDatabaseFull = (error: unknown): boolean =>
  error instanceof Error && sqlState(error) === DISK_FULL

/**
 * Recognizes SQLSTATEs and socket errors that mean the database is unavailable, not that the statement is
 * wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    if (code.startsWith('08') || ['57P01', '57P02', '57P03', DISK_FULL, '53300'].includes(code)) return true
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
  'timeout expired',
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

/** Whether the database rejects a statement's data and always would: SQLSTATE classes 22 and 23. */
export function isRefusedData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '')
}

/** Whether a statement failed only because of others at the same moment. Transactions are repeated then. */
export const isConflict = (error: unknown): boolean => REPEATED_SQLSTATES.has(sqlState(error) ?? '')

/** Whether a referenced row doesn't exist, or no longer does. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503'

/** Whether a unique constraint was violated, optionally the one with the given name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    sqlState(error) === '23505' &&
    (constraint === undefined || (error as { constraint?: string }).constraint === constraint)
  )
}
