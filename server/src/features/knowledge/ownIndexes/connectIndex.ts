import { Kysely, PostgresDialect } from 'kysely'
import pLimit from 'p-limit'
import pg from 'pg'
import {
  isDatabaseAway,
  isRefusedData,
  repeated,
  type Sql,
  sqlState,
} from '../../../platform/database/database.ts'
import { DatabaseSocket, type UseLimit } from '../../../platform/egress/databaseSocket.ts'
import type { Egress } from '../../../platform/egress/egress.ts'
import { AppError } from '../../../platform/errors.ts'
import { type IndexPlace, isEncrypted } from './place.ts'

/** Connections to the schema of an index. Errors of both calls are `index.…` and `egress.refused`. */
export interface IndexConnections {
  /** Runs statements that only read, for a question. `begun` is called when it is their turn. */
  reading<T>(work: (db: Sql) => Promise<T>, begun: () => void): Promise<T>
  /** Runs one short transaction, which waits for nothing else. Retries after serialization failures. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  /** Ends what is running after a second. */
  close(): Promise<void>
}

const MOST_BYTES = 64 * 1024 * 1024
/** Questions have connections of their own, so that they never wait for writers. */
const questions = { connections: 3, statementMs: 5000, use: { ms: 6000, bytes: MOST_BYTES } }
const writers = { connections: 2, statementMs: 60_000, use: { ms: 90_000, bytes: MOST_BYTES } }
const CONNECT_MS = 4000
const CLOSE_MS = 1000

export function connectIndex(place: IndexPlace, egress: Egress): IndexConnections {
  const sockets = new Set<DatabaseSocket>()
  const newSocket = () => {
    const socket = new DatabaseSocket(egress, {
      url: place.url,
      isEncrypted: isEncrypted(place.url),
      mostBytes: MOST_BYTES,
    })
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const toAsk = openPool(place, newSocket, questions)
  const toWrite = openPool(place, newSocket, writers)
  // They wait here, because waiting for a connection of the pool ends with an error.
  const askInTurn = pLimit(questions.connections)
  const writeInTurn = pLimit(writers.connections)
  return {
    reading: (work, begun) =>
      askInTurn(() => {
        begun()
        return explaining(() => work(toAsk))
      }),
    transaction: (work) =>
      writeInTurn(() => explaining(() => repeated(() => toWrite.transaction().execute(work)))),
    async close() {
      const destroyAll = () => {
        for (const socket of sockets) socket.destroy()
      }
      const late = setTimeout(destroyAll, CLOSE_MS)
      await Promise.all([toAsk.destroy(), toWrite.destroy()]).finally(() => clearTimeout(late))
      // The pools don’t wait for connections that weren’t in use.
      destroyAll()
    },
  }
}

function openPool(
  { url: address, name, password }: IndexPlace,
  newSocket: () => DatabaseSocket,
  { connections, statementMs, use }: { connections: number; statementMs: number; use: UseLimit },
): Sql {
  const url = new URL(address)
  class Client extends pg.Client {
    readonly socket: DatabaseSocket

    constructor(config: pg.ClientConfig) {
      const socket = newSocket()
      // The pool hides the password from copies. The stream is what the client uses of one.
      const stream = () => socket as unknown as NodeJS.ReadWriteStream
      super({ ...config, password: config.password, stream } as unknown as pg.ClientConfig)
      this.socket = socket
    }
  }
  const pool = new pg.Pool({
    Client: Client as unknown as new () => pg.ClientBase,
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
    // The client would take the place of an empty password from the environment, and of all that is left out.
    password: () => password ?? '',
    options: `-c search_path=${name}`,
    application_name: 'Parlance',
    client_encoding: 'UTF8',
    types: { getTypeParser: parserOf },
    // The socket encrypts.
    ssl: false,
    sslnegotiation: 'postgres',
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 30_000,
  } as pg.PoolConfig)
  // Without listeners, losing a connection ends the process. The statement that needs it reports the loss.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  pool.on('acquire', (client) => (client as unknown as Client).socket.startUse(use))
  pool.on('release', (_error, client) => (client as unknown as Client).socket.endUse())
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

/** The only types that statements on an index return, besides text. The server says what is what, so no others are parsed. */
const parsedTypes: ReadonlySet<number> = new Set([
  pg.types.builtins.BOOL,
  pg.types.builtins.BYTEA,
  pg.types.builtins.INT2,
  pg.types.builtins.INT4,
  pg.types.builtins.INT8,
  pg.types.builtins.FLOAT4,
  pg.types.builtins.FLOAT8,
])

const parserOf = (type: number) =>
  parsedTypes.has(type) ? pg.types.getTypeParser(type) : (value: string) => value

async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explained(error)
  }
}

const refusals = ['28000', '28P01', '3D000']
/** A schema that can't be used seems to have no tables. */
const missingRights = ['42501', '3F000', '42P01']

/** Errors of the program itself and of what it wrote stay as they are. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError || isRefusedData(error)) return error
  const state = sqlState(error)
  // The client's own message if the server wants a password and there is none.
  if (error.message.startsWith('SASL') || (state !== null && refusals.includes(state)))
    return new AppError('index.refused', { cause: error })
  if (state !== null && missingRights.includes(state)) return new AppError('index.noRights', { cause: error })
  const isOfServer = typeof (error as { code?: unknown }).code === 'string' || isDatabaseAway(error)
  return isOfServer || error.message.startsWith('The server ')
    ? new AppError('index.unreachable', { cause: error })
    : error
}
