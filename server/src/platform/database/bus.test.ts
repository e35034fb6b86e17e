import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '../log/log.ts'
import { createPostgresBus } from './bus.ts'

function message(kind: string, body: Buffer | string): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(Buffer.byteLength(body) + 4, 1)
  return Buffer.concat([head, Buffer.from(body)])
}

/** Speaks enough of PostgreSQL's protocol for a client to sign in and listen, until told to refuse. */
async function listeningServer() {
  const sockets = new Set<Socket>()
  const state = { refuses: false, connections: 0, port: 0 }
  const ready = message('Z', 'I')
  const server = createServer((socket) => {
    state.connections += 1
    sockets.add(socket.on('error', () => undefined))
    if (state.refuses) return socket.destroy()
    let signedIn = false
    socket.on('data', () => {
      socket.write(signedIn ? message('C', 'LISTEN\0') : message('R', Buffer.alloc(4)))
      socket.write(ready)
      signedIn = true
    })
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.port = (server.address() as { port: number }).port
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { state, cut, close: () => server.close() }
}

test('a bus without its server retries once a second for any length of time, then listens again', async () => {
  const { state, cut, close } = await listeningServer()
  const bus = createPostgresBus(
    `postgres://nobody@127.0.0.1:${state.port}/none`,
    createLog('ERROR', { write: () => undefined }),
  )
  bus.subscribe('channel', () => undefined)
  await bus.start()
  Object.assign(state, { refuses: true, connections: 0 })
  cut()
  await wait(4500)
  expect(state.connections).toBeGreaterThanOrEqual(2)
  expect(state.connections).toBeLessThanOrEqual(4)
  Object.assign(state, { refuses: false, connections: 0 })
  await wait(1500)
  expect(state.connections).toBe(1)
  await bus.stop()
  cut()
  close()
})
