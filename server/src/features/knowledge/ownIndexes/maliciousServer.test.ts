import { randomBytes } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { createMessageCheck } from '../../../platform/egress/databaseMessages.ts'
import { createEgress } from '../../../platform/egress/egress.ts'
import { connectIndex, type IndexConnections } from './connectIndex.ts'

const message = (type: string, ...body: (number | string | Buffer)[]) => {
  const bytes = Buffer.concat(
    body.map((part) =>
      Buffer.isBuffer(part) ? part : typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]),
    ),
  )
  const length = Buffer.alloc(4)
  length.writeInt32BE(bytes.length + 4)
  return Buffer.concat([Buffer.from(type), length, bytes])
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const int16 = (value: number) => int32(value).subarray(2)

const authenticated = message('R', int32(0))
const ready = message('Z', 'I')
const column = Buffer.concat([Buffer.from('one\0'), Buffer.alloc(18)])
const row = message('D', int16(1), int32(1), '1')
const good: [string, Buffer][] = [
  ['an authentication', authenticated],
  ['mechanisms', message('R', int32(10), 'SCRAM-SHA-256\0\0')],
  ['a setting', message('S', 'client_encoding\0UTF8\0')],
  ['an error', message('E', 'SERROR\0C42P01\0Mmissing\0\0')],
  ['columns', message('T', int16(1), column)],
  ['a row', Buffer.concat([message('T', int16(1), column), row])],
  [
    'a row of nulls',
    Buffer.concat([message('T', int16(2), column, column), message('D', int16(2), int32(-1), int32(-1))]),
  ],
  ['an end', message('C', 'SELECT 1\0')],
  ['a notification', message('A', int32(1), 'channel\0payload\0')],
]
/** Each of these ends the process or never returns if the client parses it. */
const bad: [string, Buffer][] = [
  ['an unknown authentication', message('R', int32(99))],
  ['an authentication without a code', message('R')],
  ['endless mechanisms', message('R', int32(10), 'SCRAM-SHA-256')],
  ['a message without a length', Buffer.from([0x45, 0, 0, 0, 0])],
  ['a negative length', Buffer.from([0x44, 0xff, 0xff, 0xff, 0xff])],
  ['an immense length', Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff])],
  ['an error without an end', message('E', 'SERROR\0')],
  ['an error whose text has no end', message('E', 'SERROR')],
  ['an empty notice', message('N')],
  ['a setting without a value', message('S', 'client_encoding\0')],
  ['an end without a zero', message('C', 'SELECT 1')],
  ['too few columns', message('T', int16(2), column)],
  ['a short column', message('T', int16(1), 'one\0')],
  ['columns without a number', message('T')],
  ['a negative number of fields', message('D', int16(-1))],
  ['a field of negative length', message('D', int16(1), int32(-7))],
  ['a field that is longer than its row', message('D', int16(1), int32(100), 'a')],
  ['a second authentication', Buffer.concat([authenticated, message('R', int32(0))])],
  ['a step of a password again', Buffer.concat([message('R', int32(11), 'a'), message('R', int32(11), 'a')])],
  ['a binary column', message('T', int16(1), Buffer.from('one\0'), Buffer.alloc(17), Buffer.from([1]))],
  ['very many columns', message('T', int16(200), ...Array.from({ length: 200 }, () => column))],
  ['a row that wasn’t described', row],
  ['a copy', message('H', 0, int16(-1))],
  ['an unknown message', message('?')],
]

function endOfMessages(bytes: Buffer): number {
  let at = 0
  while (at + 5 <= bytes.length) at += bytes.readInt32BE(at + 1) + 1
  return at
}

describe('messages of a server', () => {
  test.each(good)('pass: %s', (_name, bytes) => {
    expect(createMessageCheck(1000)(bytes)).toEqual(bytes)
  })

  test.each(bad)('are refused: %s', (_name, bytes) => {
    expect(() => createMessageCheck(1000)(bytes)).toThrow('The server sent a message')
  })

  test('pass when they are complete, however they are cut', () => {
    const all = Buffer.concat(good.map(([, bytes]) => bytes))
    for (let size = 1; size < 40; size += 1) {
      const check = createMessageCheck(1000)
      const passed: Buffer[] = []
      for (let at = 0; at < all.length; at += size)
        passed.push(Buffer.from(check(all.subarray(at, at + size))))
      expect(Buffer.concat(passed)).toEqual(all)
      // Never a part of one.
      for (const some of passed) expect(endOfMessages(some)).toBe(some.length)
    }
  })
})

describe('a client of a malicious server', () => {
  let server: Server | null = null
  let connections: IndexConnections | null = null
  const open = new Set<Socket>()
  afterEach(async () => {
    await connections?.close()
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
  })

  /** Answers the first message of a client with `first`, and all later ones with `later`. */
  async function connect(first: Buffer, later: Buffer | ((socket: Socket) => void) = Buffer.alloc(0)) {
    server = createServer((socket) => {
      open.add(socket)
      let isFirst = true
      socket.on('error', () => undefined)
      socket.on('data', () => {
        if (isFirst) socket.write(first)
        else if (typeof later === 'function') later(socket)
        else socket.write(later)
        isFirst = false
      })
    })
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const place = { url: `postgres://a@127.0.0.1:${port}/b?sslmode=disable`, name: 'c', password: null }
    connections = connectIndex(place, createEgress(['127.0.0.1']))
    return connections
  }
  const select = () =>
    connections!.reading(
      (db) => sql`select 1 as one`.execute(db),
      () => undefined,
    )
  const unreachable = { code: 'index.unreachable' }

  test.each(bad)('survives while it connects: %s', async (_name, bytes) => {
    await connect(bytes)
    await expect(select()).rejects.toMatchObject(unreachable)
  })

  test.each(bad)('survives while it asks: %s', async (_name, bytes) => {
    await connect(Buffer.concat([authenticated, ready]), bytes)
    await expect(select()).rejects.toMatchObject(unreachable)
  })

  test('survives anything else', async () => {
    for (let round = 0; round < 30; round += 1) {
      await connect(Buffer.concat([authenticated, ready]), randomBytes(200))
      await expect(select()).rejects.toThrow()
      await connections!.close()
      for (const socket of open) socket.destroy()
      server!.close()
    }
  })

  test('ends a connection over which too much comes, also while nothing is asked', async () => {
    const flood = (socket: Socket) => {
      const large = message('S', 'a\0', Buffer.alloc(60_000, 'a'), '\0')
      const send = () => {
        while (!socket.destroyed && socket.write(large));
      }
      socket.on('drain', send)
      send()
    }
    await connect(Buffer.concat([authenticated, ready]), flood)
    await expect(select()).rejects.toMatchObject(unreachable)
    await connections!.close()
    await connect(Buffer.concat([authenticated, ready]), (socket) => {
      socket.write(Buffer.concat([message('T', int16(1), column), row, message('C', 'SELECT 1\0'), ready]))
      setTimeout(() => flood(socket), 100)
    })
    // pg asks for the type of rows and more, which this server doesn't understand.
    await select().catch(() => undefined)
    await expect.poll(() => [...open].every((socket) => socket.destroyed)).toBe(true)
  })

  test('closes within seconds although a statement never ends', async () => {
    await connect(Buffer.concat([authenticated, ready]))
    const asked = select().catch((error: unknown) => error)
    await wait(200)
    const begun = performance.now()
    await connections!.close()
    expect(performance.now() - begun).toBeLessThan(30_000)
    expect(await asked).toMatchObject(unreachable)
    await expect.poll(() => [...open].every((socket) => socket.destroyed)).toBe(true)
  })
})
