import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcpProxy.ts'

const TOKEN = 'x-cosmos-session-token'
const SHOWN_MS = 20_000
/** Beyond any position that a test server has reached. */
const FAR = 'FFFFFFFF/0'

async function namesOf(app: TestApplication, token: string, sessionToken?: string): Promise<string[]> {
  const headers: Record<string, string> = sessionToken === undefined ? {} : { [TOKEN]: sessionToken }
  const { status, body } = await call<{ items: { name: string }[] }>(app, '/api/internal/dataSources', {
    token,
    headers,
  })
  expect(status).toBe(200)
  return body.items.map((item) => item.name)
}

/** Creates a library, and returns the session token from the response header. */
async function write(app: TestApplication, token: string, name: string): Promise<string> {
  const { status, headers } = await call(app, '/api/internal/fileLibraries', { token, body: { name } })
  expect(status).toBe(200)
  return headers.get(TOKEN) ?? ''
}

describe('read your writes', () => {
  let app: TestApplication
  let token: string
  beforeAll(async () => {
    app = await startTestApplication()
    token = await app.token('admin')
  })
  afterAll(() => app?.remove())

  test('[R-7-005] every write returns a session token, and a read that sends it sees the write', async () => {
    const before = new Set<string>()
    for (let index = 0; index < 5; index += 1) {
      const name = `Written ${index}`
      const told = await write(app, token, name)
      expect(told).toMatch(/^[12]\.[0-9a-z]+$/)
      expect(before.has(told)).toBe(false)
      before.add(told)
      expect(await namesOf(app, token, told)).toContain(name)
    }
  })

  test("a foreign token isn't an error, and the read still sees the write", async () => {
    await write(app, token, 'Always there')
    for (const odd of [
      '',
      '1.abc',
      '2.unknown',
      '2.ffffffffffffffff',
      '2.ffffffffffffffffff',
      "'; drop",
      '3.1, 2.1',
    ])
      expect(await namesOf(app, token, odd)).toContain('Always there')
  })
})

/**
 * A simulated replica: a copy of the database whose recovery functions return what a test sets.
 * bench/replicas.ts tests a real streaming replica.
 */
class CopyAsReplica {
  readonly #client: pg.Client
  readonly #url: URL

  constructor(databaseUrl: string, name: string) {
    this.#url = new URL(databaseUrl)
    this.#url.pathname = `/${name}`
    this.#client = new pg.Client({ connectionString: this.#url.href })
  }

  async open(): Promise<void> {
    await this.#client.connect()
    await this.#client.query(`create schema standby;
      create table standby.state (replayed pg_lsn not null);
      insert into standby.state values ('${FAR}');
      create function standby.pg_is_in_recovery() returns boolean language sql as 'select true';
      create function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select replayed from standby.state';
      update data_source set name = 'from the replica' where name = 'from the primary'`)
  }

  /** Its URL through a proxy on this port. Its own functions take precedence over PostgreSQL's. */
  url(port: number): string {
    const url = new URL(this.#url)
    url.port = String(port)
    url.searchParams.set('options', '-c search_path=standby,pg_catalog,public')
    return url.href
  }

  async replay(position: string): Promise<void> {
    await this.#client.query('update standby.state set replayed = $1', [position])
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}

const server = process.env.TEST_DATABASE_URL

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

describe.runIf(server)('a replica', () => {
  const copyName = `parlance_copy_${process.pid}_${Date.now()}`
  let first: TestApplication
  let app: TestApplication
  let copy: CopyAsReplica
  let proxy: TcpProxy
  let token: string

  beforeAll(async () => {
    first = await startTestApplication()
    const databaseUrl = first.databaseUrl ?? ''
    await write(first, await first.token('admin'), 'from the primary')
    await first.stop()
    await onServer(`create database ${copyName} template ${new URL(databaseUrl).pathname.slice(1)}`)
    copy = new CopyAsReplica(databaseUrl, copyName)
    await copy.open()
    proxy = await startTcpProxy(Number(new URL(databaseUrl).port || 5432))
    app = await startTestApplication({
      databaseUrl,
      dataDir: first.dataDir,
      environment: { DATABASE_REPLICA_URLS: copy.url(proxy.port) },
    })
    token = await app.token('admin')
  })
  afterAll(async () => {
    await app?.stop()
    await first?.remove()
    await copy?.close()
    await proxy?.close()
    await onServer(`drop database if exists ${copyName} with (force)`)
  })

  const shows = (name: string, sessionToken?: string) =>
    expect.poll(() => namesOf(app, token, sessionToken), { timeout: SHOWN_MS }).toContain(name)

  test("[R-7-005] a replica is used once it has replayed the caller's writes, and not before", async () => {
    await copy.replay(FAR)
    await shows('from the replica')
    const told = await write(app, token, 'newer than the replica')
    // It claims to have replayed this position, so only the token decides.
    expect(await namesOf(app, token, told)).toContain('from the replica')
    const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(
      app.platform.database.db,
    )
    await copy.replay(rows[0]?.at ?? '')
    // A real replica never goes back, so its previously seen position must be forgotten first.
    await shows('from the primary', '2.ffffffff00000000')
    const later = await write(app, token, 'newer still')
    for (let read = 0; read < 10; read += 1) {
      const names = await namesOf(app, token, later)
      expect(names).toContain('newer still')
      expect(names).toContain('from the primary')
    }
  })

  test("a replica that lags by seconds isn't used, even for callers without writes", async () => {
    await copy.replay('0/1')
    await shows('from the primary')
    await copy.replay(FAR)
    await shows('from the replica')
  })

  test('an unreadable token, or one from beyond the end, leads to the primary', async () => {
    await copy.replay(FAR)
    await shows('from the replica')
    for (const odd of ['2.unknown', '1.abc', '2.ffffffffffffffff', 'x'])
      expect(await namesOf(app, token, odd)).toContain('from the primary')
  })

  test('authentication uses the primary: a session ended there is refused, whatever the replica contains', async () => {
    await copy.replay(FAR)
    await shows('from the replica')
    await sql`update session set revoked_at = now() where user_id in
      (select id from app_user where user_name = 'chloe')`.execute(app.platform.database.db)
    const chloe = await app.token('chloe')
    expect((await call(app, '/api/internal/currentUser', { token: chloe })).status).toBe(200)
    await call(app, '/api/internal/currentUser/sessions/current', { token: chloe, method: 'DELETE' })
    expect((await call(app, '/api/internal/currentUser', { token: chloe })).status).toBe(401)
  })

  test('changes run on the primary, even in a call that only reads', async () => {
    await copy.replay(FAR)
    await shows('from the replica')
    const { database } = app.platform
    const key = randomUUID()
    const insert = (db: typeof database.db) =>
      sql`insert into idempotency_key (owner, key, operation, body_hash) values ('test', ${key}, 'x', 'y')
        on conflict do nothing`.execute(db)
    await database.reading(0n, async () => void (await insert(database.db)))
    const count = async () =>
      (
        await sql<{ n: number }>`select count(*) as n from idempotency_key where key = ${key}`.execute(
          database.db,
        )
      ).rows[0]?.n
    expect(await count()).toBe(1)
    expect(await database.reading(0n, count)).toBe(0)
    expect(await database.reading(0n, () => database.transaction(async () => count()))).toBe(1)
  })

  test('a replica that dies or stops responding causes no errors, and is used again when it is back', async () => {
    await copy.replay(FAR)
    for (const trouble of ['refuse', 'hold'] as const) {
      await shows('from the replica')
      proxy[trouble]()
      const reads = await Promise.all(Array.from({ length: 20 }, () => namesOf(app, token)))
      for (const names of reads) expect(names).toContain('from the primary')
      proxy.open()
      if (trouble === 'hold') proxy.cut()
    }
    await shows('from the replica')
    expect(app.logged.some((line) => line.includes('database.replica.leftOut'))).toBe(true)
  })
})
