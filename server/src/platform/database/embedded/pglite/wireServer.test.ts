import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { simpleQuery, UnitReader } from './wire.ts'
import { serveDatabase } from './wireServer.ts'

const message = (type: string, content = '') => {
  const bytes = simpleQuery(content)
  bytes.write(type)
  return bytes
}

describe('wire protocol units', () => {
  const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
  const encryption = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
  const cancel = Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 1, 0, 0, 0, 2])
  const statement = Buffer.concat(['P', 'B', 'D', 'E', 'S'].map((type) => message(type, 'select 1')))
  const sent = Buffer.concat([encryption, startup, statement, message('Q', 'begin'), message('X')])
  const kinds = ['encryption', 'startup', 'statements', 'statements', 'end']

  test.each([1, 2, 3, 7, 11, 64, 4096])('are complete in chunks of %d bytes', (size) => {
    const reader = new UnitReader()
    const units = []
    for (let at = 0; at < sent.length; at += size) units.push(...reader.push(sent.subarray(at, at + size)))
    expect(units.map((unit) => unit.kind)).toEqual(kinds)
    expect(units[2]?.bytes).toEqual(statement)
    expect(Buffer.concat(units.map((unit) => unit.bytes))).toEqual(sent)
  })

  test.each([
    ['one long message', Buffer.concat([message('B', 'x'.repeat(2_000_000)), message('S')])],
    ['many messages', Buffer.concat([...Array(1000).fill(message('B', 'x'.repeat(2000))), message('S')])],
  ])('of %s copy its bytes at most three times, however many chunks they come in', (_what, unit) => {
    const reader = new UnitReader()
    reader.push(startup)
    const copies = vi.spyOn(Buffer, 'concat')
    const units = []
    for (let at = 0; at < unit.length; at += 1000) units.push(...reader.push(unit.subarray(at, at + 1000)))
    const copied = copies.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0)
    copies.mockRestore()
    expect(units.map(({ bytes }) => bytes.equals(unit))).toEqual([true])
    expect(copied).toBeLessThanOrEqual(3 * unit.length)
  })

  test('accept a cancel request in place of a startup message, and refuse invalid bytes', () => {
    expect(new UnitReader().push(cancel).map((unit) => unit.kind)).toEqual(['cancel'])
    const reader = new UnitReader()
    reader.push(startup)
    expect(() => reader.push(Buffer.from([81, 0, 0, 0, 1]))).toThrow('1 bytes')
    expect(() => new UnitReader().push(Buffer.alloc(8, 255))).toThrow('-1 bytes')
  })
})

describe('the embedded database on its socket', () => {
  let folder: string
  let database: PGlite
  let server: Awaited<ReturnType<typeof serveDatabase>>
  const clients = new Set<pg.Client>()

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parlance-wire-'))
    database = await PGlite.create()
    server = await serveDatabase(database, path.join(folder, '.s.PGSQL.5432'))
  })
  afterAll(async () => {
    await Promise.all([...clients].map((client) => client.end().catch(() => undefined)))
    await server.stop()
    await database.close()
    await rm(folder, { recursive: true })
  })

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    clients.add(client)
    return client
  }
  async function close(client: pg.Client): Promise<void> {
    clients.delete(client)
    await client.end()
  }

  test("two connections never bind to each other's statements", async () => {
    const ask = async (client: pg.Client, offset: number) => {
      for (let at = 0; at < 100; at += 1) {
        const values = Array.from({ length: ((at + offset) % 5) + 1 }, (_, column) => at * 10 + column)
        const columns = values.map((_, column) => `$${column + 1}::int as c${column}`)
        const { rows } = await client.query({
          text: `select ${columns.join(', ')}`,
          values,
          rowMode: 'array',
        })
        expect(rows).toEqual([values])
      }
    }
    const [first, second] = [await open(), await open()]
    await Promise.all([ask(first, 0), ask(second, 2)])
    await Promise.all([first, second].map(close))
  })

  test('a transaction runs alone until it ends, and is rolled back when its connection closes', async () => {
    const [first, second] = [await open(), await open()]
    await first.query('create table kept (id int)')
    await first.query('begin')
    await first.query('insert into kept values ($1)', [1])
    let seen: number | null = null
    const counted = second.query('select count(*)::int as n from kept').then(({ rows }) => {
      seen = rows[0].n
    })
    await first.query('insert into kept values ($1)', [2])
    expect(seen).toBeNull()
    await close(first)
    await counted
    expect(seen).toBe(0)
    await close(second)
  })

  test('an error leaves the connection usable, in a batch and in a transaction', async () => {
    const client = await open()
    await expect(client.query('select $1::int / 0', [1])).rejects.toMatchObject({ code: '22012' })
    await expect(client.query('select nonsense')).rejects.toMatchObject({ code: '42703' })
    await client.query('begin')
    await expect(client.query('select $1::int / 0', [1])).rejects.toMatchObject({ code: '22012' })
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await client.query('rollback')
    const { rows } = await client.query('select $1::text as said', ['still here'])
    expect(rows).toEqual([{ said: 'still here' }])
    await close(client)
  })

  test('large values work in both directions, and named statements are prepared once', async () => {
    const client = await open()
    const large = 'x'.repeat(3_000_000)
    for (let time = 0; time < 3; time += 1) {
      const { rows } = await client.query({ name: 'echo', text: 'select $1::text as said', values: [large] })
      expect(rows[0].said).toBe(large)
    }
    const many = await client.query('select n from generate_series(1, 20000) n')
    expect(many.rows.length).toBe(20_000)
    await close(client)
  })

  test('a checkpoint waits for an open transaction, and runs once for all earlier writes', async () => {
    const client = await open()
    const last = async () => {
      const { rows } = await client.query('select checkpoint_lsn::text as at from pg_control_checkpoint()')
      return rows[0].at as string
    }
    const before = await last()
    await client.query('begin')
    await client.query('create table written (id int)')
    server.checkpoint()
    expect(await last()).toBe(before)
    await client.query('commit')
    await expect.poll(last).not.toBe(before)
    await close(client)
  })

  test('invalid bytes close only their own connection', async () => {
    const client = await open()
    const stranger = connect(path.join(folder, '.s.PGSQL.5432'))
    const closed = new Promise<void>((resolve) => stranger.on('close', () => resolve()).on('error', resolve))
    stranger.write(Buffer.alloc(64, 255))
    await closed
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await close(client)
  })
})
