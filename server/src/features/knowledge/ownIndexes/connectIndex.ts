import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import {
  isDatabaseAway,
  isRefusedData,
  repeated,
  type Sql,
  sqlState,
} from '../../../platform/database/database.ts'
import type { Egress } from '../../../platform/egress/egress.ts'
import { AppError } from '../../../platform/errors.ts'
import { type IndexPlace, isEncrypted } from './place.ts'

/** Connections to the schema of an index. Errors of both calls are `index.…` and `egress.refused`. */
export interface IndexConnections {
  /** Runs statements that only read. */
  reading<T>(work: (db: Sql) => Promise<T>): Promise<T>
  /** Runs one short transaction, which waits for nothing else. Retries after serialization failures. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const CONNECTIONS = 4
const CONNECT_MS = 4000
const STATEMENT_MS = 60_000
/** The server isn't ours, so it isn't trusted to end statements, or to return what fits in memory. */
const USE_MS = 90_000
const MOST_BYTES = 64 * 1024 * 1024
const WATCH_MS = 250
const TOO_MUCH = 'The server of the index sent too much, or took too long.'

export function connectIndex(place: IndexPlace, egress: Egress): IndexConnections {
  const url = new URL(place.url)
  const clients = new Set<IndexClient>()
  class Client extends IndexClient {
    constructor(config: pg.ClientConfig) {
      super(egress.socketTo(place.url), config)
    }
  }
  const pool = new pg.Pool({
    Client: Client as unknown as new () => pg.ClientBase,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
    // A function, because the client would take the place of an empty text from the environment, as for all that is
    // left out below.
    password: () => place.password ?? '',
    ssl: isEncrypted(place.url) ? { rejectUnauthorized: true } : false,
    options: `-c search_path=${place.name}`,
    application_name: 'Parlance',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: 30_000,
  })
  // Without listeners, losing a connection ends the process. The statement that needs it reports the loss.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  pool.on('acquire', (client) => {
    const used = client as unknown as IndexClient
    used.startUse()
    clients.add(used)
  })
  pool.on('release', (_error, client) => {
    const used = client as unknown as IndexClient
    used.endUse()
    clients.delete(used)
  })
  const timer = setInterval(() => {
    for (const client of clients) client.check()
  }, WATCH_MS)
  timer.unref()
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const explaining = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw explained(error)
    }
  }
  return {
    reading: (work) => explaining(() => work(db)),
    transaction: (work) => explaining(() => repeated(() => db.transaction().execute(work))),
    async close() {
      clearInterval(timer)
      await db.destroy()
    },
  }
}

/** A connection that ends if one use of it receives too much or takes too long. */
class IndexClient extends pg.Client {
  readonly #socket: Socket
  #use: { since: number; received: number } | null = null

  constructor(socket: Socket, config: pg.ClientConfig) {
    // The pool hides the password from copies.
    super({ ...config, password: config.password, stream: () => socket })
    this.#socket = socket
  }

  startUse(): void {
    this.#use = { since: performance.now(), received: this.#socket.bytesRead }
  }

  endUse(): void {
    this.#use = null
  }

  check(): void {
    if (!this.#use) return
    const { since, received } = this.#use
    if (performance.now() - since > USE_MS || this.#socket.bytesRead - received > MOST_BYTES)
      this.#socket.destroy(new Error(TOO_MUCH))
  }
}

const refusals = ['28000', '28P01', '3D000']
/** Errors of the client that have no code: pg, connection.js. */
const messages = [
  TOO_MUCH,
  'The server does not support SSL',
  'There was an error establishing an SSL connection',
]
const missingRights = ['42501', '3F000']

/** Errors of the program itself and of what it wrote stay as they are. */
function explained(error: unknown): unknown {
  if (error instanceof AppError || isRefusedData(error)) return error
  const state = sqlState(error)
  const { code, message } = error as { code?: unknown; message: string }
  // The client's own message if the server wants a password and there is none.
  if (message.startsWith('SASL') || (state !== null && refusals.includes(state)))
    return new AppError('index.refused', { cause: error })
  if (state !== null && missingRights.includes(state)) return new AppError('index.noRights', { cause: error })
  const isOfConnection =
    typeof code === 'string' || isDatabaseAway(error) || messages.some((text) => message.startsWith(text))
  return isOfConnection ? new AppError('index.unreachable', { cause: error }) : error
}
