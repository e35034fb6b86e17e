import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { dropDatabase, freshDatabase } from '../../testing/databases.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcpProxy.ts'
import { createLog } from '../log/log.ts'
import { createDatabase, type Database } from './database.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

interface Started {
  database: Database
  proxy: TcpProxy
  /** What the default level shows. */
  logged: { event: string; silent?: boolean; cause?: string[] }[]
  ask(): Promise<unknown>
}

async function start(): Promise<Started> {
  const databaseUrl = await freshDatabase()
  if (!databaseUrl) throw new Error('These tests need a PostgreSQL server.')
  cleanups.push(() => dropDatabase(databaseUrl))
  const url = new URL(databaseUrl)
  const proxy = await startTcpProxy(Number(url.port || 5432))
  cleanups.push(() => proxy.close())
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  const logged: Started['logged'] = []
  const log = createLog('ERROR', { write: (line) => void logged.push(JSON.parse(line)) })
  const database = createDatabase({ log, connection: { connectionString: url.href }, embedded: null })
  cleanups.push(() => database.close())
  const ask = () => sql`select 1`.execute(database.db)
  await Promise.all(Array.from({ length: 3 }, ask))
  database.watch()
  return { database, proxy, logged, ask }
}

const events = ({ logged }: Started) => logged.map(({ event }) => event)
const cameBack = ['database.unavailable', 'database.recovered']

test('a database that refuses connections is logged once, and once when it is back', async () => {
  const started = await start()
  started.proxy.refuse()
  for (let time = 0; time < 30; time += 1) await started.ask().catch(() => undefined)
  await expect.poll(() => events(started)).toEqual(['database.unavailable'])
  expect(started.logged[0]?.cause?.[0]).toMatch(/Connection terminated|ECONNRESET/)
  started.proxy.open()
  await expect.poll(() => events(started)).toEqual(cameBack)
  await started.ask()
  expect(events(started)).toEqual(cameBack)
})

test('an outage is logged although nothing is asked', async () => {
  const started = await start()
  started.proxy.refuse()
  await expect.poll(() => events(started)).toEqual(['database.unavailable'])
  started.proxy.open()
  await expect.poll(() => events(started)).toEqual(cameBack)
})

test('a database that accepts statements but never answers is logged as silent, and when it answers again', async () => {
  const started = await start()
  started.proxy.hold()
  const asked = started.database.bounded(started.ask).catch((cause: unknown) => cause)
  expect(await asked).toMatchObject({ code: 'server.database' })
  expect(started.logged).toMatchObject([{ event: 'database.unavailable', silent: true }])
  // Nothing waits for an answer anymore, which doesn't mean that there are answers.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(events(started)).toEqual(['database.unavailable'])
  started.proxy.open()
  await expect.poll(() => events(started)).toEqual(cameBack)
})

test('lost connections to a database that answers new ones are no outage', async () => {
  const started = await start()
  for (let time = 0; time < 3; time += 1) {
    started.proxy.cut()
    await expect
      .poll(() =>
        started.ask().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  }
  expect(started.logged).toEqual([])
})
