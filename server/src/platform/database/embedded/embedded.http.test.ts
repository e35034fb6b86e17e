import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { withEmbeddedIn } from '../../../testing/embedded.ts'
import { type Product, startProduct } from '../../../testing/product.ts'
import { moveToPostgres } from '../../backup/moveToPostgres.ts'
import { rowsIn } from '../../backup/testing/installations.ts'
import { createLog } from '../../log/log.ts'
import type { Database } from '../database.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { clusterFolder, pgliteFolder } from './dataFolder.ts'
import { lockDataDir } from './lock.ts'
import { chooseProgram, openEmbeddedDatabase } from './openEmbedded.ts'
import { openPostgres } from './postgres/postgres.ts'
import { nameOfFolder } from './socketFolder.ts'

const log = createLog('ERROR')
const root = mkdtempSync(path.join(tmpdir(), 'parlance-embedded-'))
const products: Product[] = []
afterAll(async () => {
  for (const product of products) await product.stop().catch(() => undefined)
  rmSync(root, { recursive: true, force: true })
})
const folder = (name: string) => {
  const created = path.join(root, name)
  mkdirSync(created, { recursive: true })
  return created
}

async function started(dataDir: string): Promise<Product> {
  const product = await startProduct({ dataDir })
  products.push(product)
  return product
}

/** The running PostgreSQL processes of a data folder, and the shells that keep them, with their command lines. */
function processesOf(dataDir: string): { pid: number; line: string }[] {
  const name = `parlance-${nameOfFolder(dataDir)}`
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids
    .map((pid) => ({ pid: Number(pid), line: lineOf(pid) }))
    .filter(({ line }) => line.includes(name))
}

/** The first of two shells that is killed may end the other. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

function lineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function settingsOf(dataDir: string): Promise<Record<string, string>> {
  return withEmbeddedIn(dataDir, async ({ db }) => {
    const { rows } = await sql<{
      name: string
      setting: string
    }>`select name, setting from pg_settings`.execute(db)
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  })
}

const create = async ({ origin, token }: Product, name: string) =>
  (
    await call({ origin }, '/api/internal/fileLibraries', {
      token: await token('admin'),
      body: { name },
    })
  ).status
const librariesOf = async ({ origin, token }: Product) =>
  (
    await call<{ items: { name: string }[] }>({ origin }, '/api/internal/dataSources', {
      token: await token('admin'),
    })
  ).body.items.map(({ name }) => name)

describe('the embedded PostgreSQL', () => {
  test('protects data against power loss, and sorts independently of the system', async () => {
    const settings = await settingsOf(folder('settings'))
    expect(settings).toMatchObject({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      autovacuum: 'on',
      listen_addresses: '',
    })
    const { rows } = await withEmbeddedIn(folder('settings'), ({ db }) =>
      sql`select datlocprovider as provider, datlocale as locale from pg_database
        where datname = current_database()`.execute(db),
    )
    expect(rows).toEqual([{ provider: 'b', locale: 'C.UTF-8' }])
  })

  test('ends when its server is killed, and the next one has everything that was acknowledged', async () => {
    const dataDir = folder('killed-server')
    const first = await started(dataDir)
    expect(await create(first, 'Before the kill')).toBe(200)
    process.kill(first.pid, 'SIGKILL')
    await expect.poll(() => processesOf(dataDir)).toEqual([])
    const second = await started(dataDir)
    expect(await librariesOf(second)).toContain('Before the kill')
    await second.stop()
    expect(processesOf(dataDir)).toEqual([])
  })

  test('is ended and started again if it survived its server', async () => {
    const dataDir = folder('orphaned')
    const first = await started(dataDir)
    expect(await create(first, 'Before the kill')).toBe(200)
    const [database = 0] = first.databasePids()
    // The server and everything that watches it die at once.
    const keepers = processesOf(dataDir).filter(({ line }) => line.startsWith('/bin/sh'))
    expect(keepers).toHaveLength(2)
    for (const pid of [first.pid, ...keepers.map((one) => one.pid)]) process.kill(pid, 'SIGKILL')
    expect(processesOf(dataDir)).not.toEqual([])
    const second = await started(dataDir)
    expect(second.databasePids()[0]).not.toBe(database)
    expect(await librariesOf(second)).toContain('Before the kill')
    await second.stop()
    expect(processesOf(dataDir)).toEqual([])
  })

  test('keeps every acknowledged change when the shells that keep it are killed during writes', async () => {
    const dataDir = folder('unkept')
    const program = await chooseProgram(dataDir, 'postgres')
    if (!('version' in program)) throw new Error(program.reason)
    const embedded = openPostgres({ dataDir, program, log: createLog('ERROR', { write: () => undefined }) })
    await embedded.started
    const pool = new pg.Pool({ ...embedded.connection, max: 8 })
    pool.on('error', () => undefined)
    await pool.query('create table entry (id int primary key)')
    const acknowledged: number[] = []
    let next = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        next += 1
        const id = next
        await pool.query('insert into entry values ($1)', [id]).then(
          () => acknowledged.push(id),
          () => wait(20),
        )
      }
    }
    const writers = Array.from({ length: 8 }, write)
    for (let round = 0; round < 3; round += 1) {
      const before = embedded.pid()
      const count = acknowledged.length
      await expect.poll(() => acknowledged.length).toBeGreaterThan(count + 20)
      for (const { pid, line } of processesOf(dataDir)) if (line.startsWith('/bin/sh')) kill(pid)
      await expect.poll(() => embedded.pid() ?? before).not.toBe(before)
    }
    isOver = true
    await Promise.all(writers)
    const { rows } = await pool.query<{ id: number }>('select id from entry')
    const stored = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    await pool.end()
    await embedded.stop()
    expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).not.toMatch(/PANIC|unexpectedly/)
    expect(processesOf(dataDir)).toEqual([])
  })

  test('starts although the process ID in its file belongs to another program', async () => {
    const dataDir = folder('stale')
    await settingsOf(dataDir)
    writeFileSync(
      path.join(clusterFolder(dataDir), 'postmaster.pid'),
      `${process.pid}\n/proc/self/cwd\n1\n5432\n/nowhere\n\n1 1\nready\n`,
    )
    expect(await settingsOf(dataDir)).toMatchObject({ fsync: 'on' })
  })

  test('refuses a folder that another server uses, without touching its socket', async () => {
    const dataDir = folder('shared')
    const product = await started(dataDir)
    const program = await chooseProgram(dataDir, 'postgres')
    if (!('version' in program)) throw new Error(program.reason)
    const other = openPostgres({ dataDir, program, log, lockWaitMs: 0 })
    await expect(other.started).rejects.toThrow(
      `Another Parlance server is using ${dataDir}. Stop it, or set a different DATA_DIR.`,
    )
    await other.stop()
    expect(await create(product, 'Still there')).toBe(200)
    await product.stop()
  })

  test.each([
    ['99', /was written by PostgreSQL 99, but this release contains \d+\.\d+\. Nothing was changed/],
    [
      '12',
      /was written by PostgreSQL 12, which PostgreSQL \d+\.\d+ can't open\. Nothing was changed\. With the release that wrote it, run: npm run backup FILE\. Then with this one: npm run restore FILE -- --replace \/.*version-12$/,
    ],
  ])('refuses a folder of PostgreSQL %s', async (version, says) => {
    const dataDir = folder(`version-${version}`)
    mkdirSync(clusterFolder(dataDir))
    writeFileSync(path.join(clusterFolder(dataDir), 'PG_VERSION'), `${version}\n`)
    await expect(settingsOf(dataDir)).rejects.toThrow(says)
    expect(readdirSync(clusterFolder(dataDir))).toEqual(['PG_VERSION'])
  })

  test('says why it can’t start, and where its log is', async () => {
    const dataDir = folder('broken')
    await settingsOf(dataDir)
    writeFileSync(path.join(clusterFolder(dataDir), 'postgresql.conf'), 'no_such_setting = on\n')
    await expect(settingsOf(dataDir)).rejects.toThrow(`See ${path.join(dataDir, 'postgres.log')}.`)
  })

  test('isn’t replaced by PGlite where it has data', async () => {
    const dataDir = folder('no-fallback')
    await settingsOf(dataDir)
    await expect(openEmbeddedDatabase({ dataDir, choice: 'pglite', log })).rejects.toThrow(
      `DATA_DIR: ${dataDir} contains data of the embedded PostgreSQL, which PGlite can't open. EMBEDDED_DATABASE is set to pglite.`,
    )
  })

  test('a folder on a file system without locks is refused', async () => {
    const dataDir = folder('no-locks')
    mkdirSync(path.join(dataDir, 'lock'))
    await expect(lockDataDir(dataDir, 0)).rejects.toThrow(/^DATA_DIR: .* can't be locked/)
  })
})

describe('the data of a PGlite installation', () => {
  const choice = 'auto'
  const said: string[] = []
  const move = (dataDir: string) =>
    moveToPostgres({ dataDir, choice, log, say: (line) => void said.push(line) })
  const kinds = (dataDir: string) => ({
    pglite: existsSync(pgliteFolder(dataDir)),
    postgres: existsSync(clusterFolder(dataDir)),
  })

  test('moves to the embedded PostgreSQL completely, and sessions stay valid', async () => {
    const dataDir = folder('moved')
    const environment = { EMBEDDED_DATABASE: 'pglite' }
    const before = await startTestApplication({ dataDir, databaseUrl: null, environment })
    const token = await before.token('anna')
    await call(before, '/api/internal/currentUser', { token })
    expect(before.said.at(-1)).toMatch(
      /^Database: embedded PGlite in .*, which isn't protected against power loss\. EMBEDDED_DATABASE is set to pglite\.$/,
    )
    await before.stop()
    const { migration, ...expected } = await withEmbeddedIn(dataDir, rowsIn, 'pglite')
    expect([migration?.length, expected.session?.length]).toEqual([(await readMigrations()).length, 1])

    await move(dataDir)
    expect(await withEmbeddedIn(dataDir, rowsIn)).toEqual({ ...expected, migration: expect.anything() })
    expect(kinds(dataDir)).toEqual({ pglite: false, postgres: true })
    const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))
    expect(kinds(path.join(dataDir, kept))).toEqual({ pglite: true, postgres: false })
    expect(said.at(-1)).toMatch(
      /^Moved \d+ rows in \d+ tables\. The previous database is kept in .*replaced-\d{8}T\d{6}Z\.$/,
    )
    expect(readdirSync(dataDir).filter((name) => name.startsWith('move'))).toEqual([])

    const after = await startTestApplication({ dataDir, databaseUrl: null })
    expect(after.said.at(-1)).toMatch(/^Database: embedded PostgreSQL \d+\.\d+ in /)
    expect((await call(after, '/api/internal/currentUser', { token })).status).toBe(200)
    await after.stop()
  })

  test('stays as it is if it can’t be moved or PGlite is chosen, and the next startup moves it', async () => {
    const dataDir = folder('failed')
    const [first, ...more] = await readMigrations()
    if (!first) throw new Error('There are no migrations.')
    await withEmbeddedIn(
      dataDir,
      (database) => migrate(database, [{ ...first, hash: 'of another version' }, ...more]),
      'pglite',
    )
    await moveToPostgres({ dataDir, choice: 'pglite', log, say: () => undefined })
    await expect(move(dataDir)).rejects.toThrow(
      `DATA_DIR: the data in ${dataDir} couldn't be moved to the embedded PostgreSQL (it was written by another version). Nothing was changed.`,
    )
    expect(kinds(dataDir)).toEqual({ pglite: true, postgres: false })
    const correct = ({ db }: Database) =>
      sql`update migration set hash = ${first.hash} where number = 1`.execute(db)
    await withEmbeddedIn(dataDir, correct, 'pglite')
    await move(dataDir)
    expect(kinds(dataDir)).toEqual({ pglite: false, postgres: true })
  })

  test('is set aside at the next startup if the move was killed before its last step', async () => {
    const dataDir = folder('half-moved')
    await settingsOf(dataDir)
    mkdirSync(pgliteFolder(dataDir))
    writeFileSync(path.join(pgliteFolder(dataDir), 'PG_VERSION'), '18')
    await move(dataDir)
    expect(kinds(dataDir)).toEqual({ pglite: false, postgres: true })
    expect(readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))).toHaveLength(1)
  })
})
