import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestApplication } from '../../../testing/application.ts'
import { dropDatabase, freshDatabase } from '../../../testing/databases.ts'
import { withEmbeddedIn } from '../../../testing/embedded.ts'
import { createLog } from '../../log/log.ts'
import { createDatabase } from '../database.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { COPIES, copyBeforeMigrating } from './copyBeforeMigrating.ts'
import { copyDatabase } from './copyDatabase.ts'
import { clusterFolder, pgliteFolder } from './dataFolder.ts'
import { RESTORED, takeRestored } from './takeRestored.ts'

const log = createLog('ERROR')
const root = mkdtempSync(path.join(tmpdir(), 'parlance-copies-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const folder = (name: string) => {
  const created = path.join(root, name)
  mkdirSync(created, { recursive: true })
  return created
}

test('a PGlite database copied during writes opens complete, as of one moment', async () => {
  const source = folder('written')
  const copies = [folder('copy-1'), folder('copy-2'), folder('copy-3')]
  let written = 0
  await withEmbeddedIn(
    source,
    async (database) => {
      await sql`create table entry (id int primary key, text text not null);
      create index entry_text on entry (text); create table total (entries int not null, length int not null);
      insert into total values (0, 0)`.execute(database.db)
      let ended = false
      const writing = (async () => {
        while (!ended) {
          await database.transaction(async (tx) => {
            await sql`insert into entry select g, repeat(md5(g::text), 10)
            from generate_series(${written}::int, ${written + 199}::int) as g`.execute(tx)
            await sql`update total set entries = entries + 200, length = length + 200 * 320`.execute(tx)
          })
          written += 200
        }
      })()
      for (const copy of copies) await copyDatabase(pgliteFolder(source), pgliteFolder(copy))
      ended = true
      await writing
    },
    'pglite',
  )
  const counts: number[] = []
  for (const copy of copies) {
    await withEmbeddedIn(
      copy,
      async ({ db }) => {
        const { rows } = await sql<{
          entries: number
          counted: number
          indexed: number
          length: number
          summed: number
        }>`
        select entries, length, (select count(*) from entry) as counted,
          (select count(*) from entry where text >= '') as indexed,
          (select coalesce(sum(length(text)), 0) from entry)::int as summed from total`.execute(db)
        const [found] = rows
        expect(found).toMatchObject({
          counted: found?.entries,
          indexed: found?.entries,
          summed: found?.length,
        })
        counts.push(found?.entries ?? 0)
      },
      'pglite',
    )
  }
  expect(counts[0]).toBeGreaterThan(0)
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect(counts.at(-1)).toBeLessThanOrEqual(written)
})

describe('a startup that changes the database schema', () => {
  test('copies the unchanged embedded database first', async () => {
    const dataDir = folder('older')
    const migrations = await readMigrations()
    const older = migrations.slice(0, -1)
    await withEmbeddedIn(dataDir, async (database) => void (await migrate(database, older)))
    const app = await startTestApplication({ dataDir, databaseUrl: null })
    await app.stop()
    const [copy = '', ...more] = readdirSync(path.join(dataDir, COPIES))
    expect(more).toEqual([])
    expect(copy).toMatch(new RegExp(`^\\d{8}T\\d{6}Z-at-${String(older.length).padStart(4, '0')}$`))
    // To revert, put the copy in place of the database and run the previous release.
    const back = folder('back')
    await copyDatabase(path.join(dataDir, COPIES, copy), clusterFolder(back))
    await withEmbeddedIn(back, async (database) => {
      expect(await migrate(database, older)).toBe(0)
      const { rows } = await sql<{ number: number }>`select max(number) as number from migration`.execute(
        database.db,
      )
      expect(rows).toEqual([{ number: older.length }])
    })
    const again = await startTestApplication({ dataDir, databaseUrl: null })
    await again.stop()
    expect(readdirSync(path.join(dataDir, COPIES))).toEqual([copy])
  })

  test.runIf(process.env.TEST_DATABASE_URL)('reports on PostgreSQL that it created no copy', async () => {
    const databaseUrl = (await freshDatabase()) ?? ''
    const migrations = await readMigrations()
    const database = createDatabase({ log, connection: { connectionString: databaseUrl }, embedded: null })
    await migrate(database, migrations.slice(0, -1))
    await database.close()
    const app = await startTestApplication({ databaseUrl })
    await app.stop()
    const events = app.logged.map((line) => JSON.parse(line) as { event: string; from?: number })
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'database.migrating.withoutCopy', from: migrations.length - 1 }),
    )
    expect(existsSync(path.join(app.dataDir, COPIES))).toBe(false)
    await dropDatabase(databaseUrl)
  })

  test("keeps three copies, and stops if it can't create one", async () => {
    const dataDir = folder('many')
    mkdirSync(path.join(dataDir, 'database/global'), { recursive: true })
    mkdirSync(path.join(dataDir, 'database/pg_wal'))
    writeFileSync(path.join(dataDir, 'database/global/pg_control'), 'control')
    for (let day = 1; day <= 5; day += 1) {
      writeFileSync(path.join(dataDir, 'database/day'), String(day))
      await copyBeforeMigrating(dataDir, day, new Date(Date.UTC(2026, 0, day)))
    }
    const kept = readdirSync(path.join(dataDir, COPIES))
    expect(kept).toEqual(['20260103T000000Z-at-0003', '20260104T000000Z-at-0004', '20260105T000000Z-at-0005'])
    expect(readFileSync(path.join(dataDir, COPIES, kept[0] ?? '', 'day'), 'utf8')).toBe('3')
    const stuck = folder('stuck')
    mkdirSync(path.join(stuck, 'database/global'), { recursive: true })
    writeFileSync(path.join(stuck, COPIES), 'a file where a folder should be')
    await expect(copyBeforeMigrating(stuck, 1, new Date())).rejects.toThrow()
  })
})

describe('a restored instance takes its place', () => {
  const parts = ['secret-key', 'blobs', 'database']
  const write = (at: string, text: string) => {
    mkdirSync(path.join(at, 'blobs'), { recursive: true })
    mkdirSync(path.join(at, 'database'))
    for (const file of ['secret-key', 'blobs/b', 'database/d']) writeFileSync(path.join(at, file), text)
  }

  test.each([0, 1, 2, 3])('even if it was killed after %i of its renames', (done) => {
    const dataDir = folder(`killed-${done}`)
    write(dataDir, 'former')
    write(path.join(dataDir, RESTORED), 'restored')
    const aside = path.join(dataDir, 'replaced-before-the-kill')
    mkdirSync(aside)
    // What a killed restore had done: moved the first part completely and the second halfway.
    const steps = [
      ['secret-key', path.join(aside, 'secret-key')],
      [`${RESTORED}/secret-key`, path.join(dataDir, 'secret-key')],
      ['blobs', path.join(aside, 'blobs')],
    ]
    for (const [from = '', to = ''] of steps.slice(0, done)) renameSync(path.join(dataDir, from), to)
    takeRestored(dataDir, new Date('2026-01-02T03:04:05Z'))
    for (const file of ['secret-key', 'blobs/b', 'database/d'])
      expect(readFileSync(path.join(dataDir, file), 'utf8')).toBe('restored')
    expect(existsSync(path.join(dataDir, RESTORED))).toBe(false)
    const kept = ['replaced-before-the-kill', 'replaced-20260102T030405Z'].flatMap((name) =>
      existsSync(path.join(dataDir, name)) ? readdirSync(path.join(dataDir, name)) : [],
    )
    expect(kept.sort()).toEqual([...parts].sort())
    expect(takeRestored(dataDir, new Date())).toBeNull()
  })
})
