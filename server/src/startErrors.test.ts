import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config/config.ts'
import { startErrors } from './startErrors.ts'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'parlance-start-'))
const SECRET_KEY = 'a key that is long enough, 0123456789'
const configOf = (environment: Record<string, string>) => readConfig({ DATA_DIR, SECRET_KEY, ...environment })

/** Returns the system's error when listening with these settings fails. */
const listenError = (port: number, host: string) =>
  new Promise<Error>((resolve, reject) => {
    const server = createServer()
      .once('error', resolve)
      .once('listening', () => server.close(() => reject(new Error('The port was free.'))))
    server.listen(port, host)
  })

test('a port in use is named, with a solution', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as { port: number }
  const error = await listenError(port, '127.0.0.1')
  expect(startErrors(error, configOf({ PORT: String(port) }))).toEqual([
    `PORT: port ${port} on 127.0.0.1 is already in use. Stop the other process or set a different PORT.`,
  ])
  await new Promise((resolve) => holder.close(resolve))
})

test("a host that doesn't belong to this computer is named", async () => {
  const [line] = startErrors(await listenError(0, '192.0.2.1'), configOf({ HOST: '192.0.2.1' }))
  expect(line).toMatch(/^HOST: 192\.0\.2\.1 isn't an address of this computer\./)
})

test('an unreachable PostgreSQL server is reported by its setting', async () => {
  const DATABASE_URL = 'postgres://someone:hidden@127.0.0.1:1/none'
  const error = await new Client({ connectionString: DATABASE_URL })
    .connect()
    .catch((cause: unknown) => cause)
  const [line] = startErrors(error, configOf({ DATABASE_URL }))
  expect(line).toMatch(/^DATABASE_URL: can't reach PostgreSQL \(.*127\.0\.0\.1:1\)\. Start it/)
  expect(line).not.toContain('hidden')
})

test.each([
  ['3D000', 'database "none" does not exist', /create database NAME owner ROLE$/],
  ['28P01', 'password authentication failed for user "someone"', /Correct the user and password\.$/],
  ['42501', 'permission denied for schema public', /alter database NAME owner to ROLE$/],
])('PostgreSQL error %s says what to do', (code, message, what) => {
  const config = configOf({ DATABASE_URL: 'postgres://someone@127.0.0.1/none' })
  const [line] = startErrors(Object.assign(new Error(message), { code }), config)
  expect(line).toContain(`DATABASE_URL: `)
  expect(line).toContain(message)
  expect(line).toMatch(what)
})

test.each([
  ['closes the connection', (socket: Socket) => void socket.end()],
  ['speaks HTTP', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['says nothing', () => {}],
])('an address where something %s is reported by its setting', async (_what, answer) => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const DATABASE_URL = `postgres://someone:hidden@127.0.0.1:${port}/none`
  const error = await new Client({ connectionString: DATABASE_URL, connectionTimeoutMillis: 300 })
    .connect()
    .catch((cause: unknown) => cause)
  for (const socket of sockets) socket.destroy()
  server.close()
  const [line] = startErrors(error, configOf({ DATABASE_URL }))
  expect(line).toMatch(/^DATABASE_URL: no PostgreSQL server answers there \(.+\)\. Correct the host and port/)
})

test('invalid settings are reported one per line, other errors unchanged', () => {
  expect(startErrors(new ConfigError(['A: a', 'B: b']), null)).toEqual(['A: a', 'B: b'])
  expect(startErrors(new Error('Something else.'), configOf({}))).toEqual(['Something else.'])
})
