import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { simpleQuery, type Unit, UnitReader } from './wire.ts'

// The server's two connections, and room for their successors until the loss of an old one is noticed.
const MAX_CONNECTIONS = 4

interface Connection {
  socket: Socket
  waiting: Unit[]
}

/**
 * Serves PGlite on a Unix socket like a PostgreSQL server. The messages of a statement run together, which is
 * several times faster than one by one, and are never mixed with another connection's. While a transaction is
 * open, only its own connection is served.
 */
export async function serveDatabase(
  database: PGlite,
  socketPath: string,
): Promise<{
  /** Runs between two statements, if anything has run since the last checkpoint. */
  checkpoint(): void
  stop(): Promise<void>
}> {
  await database.waitReady
  const connections = new Set<Connection>()
  /** The connection with the open transaction. */
  let owner: Connection | null = null
  let running: Promise<void> | null = null
  let hasRun = false
  let checkpointDue = false

  async function run(connection: Connection, unit: Unit): Promise<void> {
    const { socket } = connection
    if (unit.kind === 'encryption') socket.write('N')
    // A running statement can't be canceled, and the protocol has no reply to the request.
    if (unit.kind === 'cancel' || unit.kind === 'end') socket.end()
    if (unit.kind === 'startup' || unit.kind === 'statements') {
      socket.cork()
      await execute(unit.bytes, (bytes) => {
        // The database reuses its buffer, so the bytes are copied.
        if (socket.writable) socket.write(Buffer.from(bytes))
      })
      socket.uncork()
      hasRun = true
      owner = database.isInTransaction() ? connection : null
    }
  }

  const execute = (bytes: Uint8Array, onRawData: (bytes: Uint8Array) => void) =>
    database.runExclusive(() => database.execProtocolRawStream(bytes, { onRawData }))

  /**
   * Returns the connection whose turn it is: the one with the open transaction, or else the one served longest
   * ago. This way the control plane waits for at most one statement or transaction of the other connection,
   * however many follow.
   */
  function next(): Connection | undefined {
    if (owner) return owner.waiting.length > 0 ? owner : undefined
    return [...connections].find(({ waiting }) => waiting.length > 0)
  }

  async function runAll(): Promise<void> {
    for (;;) {
      if (owner && !connections.has(owner)) {
        await execute(simpleQuery('rollback'), () => undefined)
        owner = null
      }
      if (checkpointDue && !owner) {
        checkpointDue = false
        if (hasRun) await execute(simpleQuery('checkpoint'), () => undefined)
        hasRun = false
      }
      const connection = next()
      if (!connection) return
      connections.delete(connection)
      connections.add(connection)
      try {
        await run(connection, connection.waiting.shift() as Unit)
      } catch {
        connection.socket.destroy()
      }
    }
  }

  function wake(): void {
    running ??= runAll().finally(() => {
      running = null
      // Something may have arrived between the last check and the end.
      if (next() || (checkpointDue && !owner) || (owner && !connections.has(owner))) wake()
    })
  }

  const server = createServer((socket) => {
    const connection: Connection = { socket, waiting: [] }
    const reader = new UnitReader()
    connections.add(connection)
    socket.on('data', (chunk) => {
      try {
        connection.waiting.push(...reader.push(chunk))
      } catch {
        socket.destroy()
      }
      wake()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      connections.delete(connection)
      wake()
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })

  return {
    checkpoint() {
      checkpointDue = true
      wake()
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const { socket } of connections) socket.destroy()
      await closed
      await running
    },
  }
}
