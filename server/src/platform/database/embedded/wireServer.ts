import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { simpleQuery, type Unit, UnitReader } from './wire.ts'

// The server's two, and room for their successors while lost ones are still being noticed.
const MAX_CONNECTIONS = 4

interface Connection {
  socket: Socket
  waiting: Unit[]
}

/**
 * Serves PGlite on a Unix socket, so that it is talked to as a PostgreSQL server is. What belongs together is run
 * together: the messages of a statement in one go, which is several times faster than one by one, and never mixed with
 * those of another connection; while a transaction is open, only its own connection's.
 */
export async function serveDatabase(
  database: PGlite,
  socketPath: string,
): Promise<{
  /** Between two statements, if anything has run since the last one. */
  checkpoint(): void
  stop(): Promise<void>
}> {
  await database.waitReady
  const connections = new Set<Connection>()
  /** Whose transaction is open. */
  let owner: Connection | null = null
  let running: Promise<void> | null = null
  let hasRun = false
  let checkpointDue = false

  async function run(connection: Connection, unit: Unit): Promise<void> {
    const { socket } = connection
    if (unit.kind === 'encryption') socket.write('N')
    // A running statement cannot be cancelled; the protocol knows no answer to the request.
    if (unit.kind === 'cancel' || unit.kind === 'end') socket.end()
    if (unit.kind === 'startup' || unit.kind === 'statements') {
      socket.cork()
      await execute(unit.bytes, (bytes) => {
        // The bytes given belong to the database, which writes over them.
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
   * The connection whose turn it is: that of the open transaction, or the one that was served the longest ago. So the
   * control plane waits for one statement or transaction of the other connection at most, however many follow.
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
      // Something may have come between the last look and the end.
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
