import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { lockDataDir } from './embedded/lock.ts'
import { migrate, readMigrations } from './migrate.ts'

let app: TestApplication

beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

describe('migrations', () => {
  test('are applied once, in order, by whichever process comes first', async () => {
    const migrations = await readMigrations()
    const again = await Promise.all([1, 2, 3].map(() => migrate(app.platform.database, migrations)))
    expect(again).toEqual([0, 0, 0])
    const next = {
      number: migrations.length + 1,
      name: '9999-next.sql',
      hash: 'h',
      text: 'create table next_one (id int)',
    }
    const applied = await Promise.all(
      [1, 2, 3].map(() => migrate(app.platform.database, [...migrations, next])),
    )
    expect(applied.sort()).toEqual([0, 0, 1])
    // The previous release has one migration fewer than the database.
    await expect(migrate(app.platform.database, migrations)).rejects.toThrow(/newer version/)
    await sql`delete from migration where number = ${next.number}`.execute(app.platform.database.db)
  })

  test('[F27] a migration changed after it ran stops the startup, and a failed one leaves nothing behind', async () => {
    const migrations = await readMigrations()
    const changed = migrations.map((one, index) => (index === 0 ? { ...one, hash: 'other' } : one))
    await expect(migrate(app.platform.database, changed)).rejects.toThrow(/changed after it was applied/)
    const broken = {
      number: migrations.length + 1,
      name: '9999-broken.sql',
      hash: 'h',
      text: 'create table half_way (id int); select nonsense',
    }
    await expect(migrate(app.platform.database, [...migrations, broken])).rejects.toThrow()
    const left = await sql<{ found: boolean }>`select to_regclass('half_way') is not null as found`.execute(
      app.platform.database.db,
    )
    expect(left.rows[0]?.found).toBe(false)
  })
})

test('a data folder is used by one process at a time, and is free when that process exits', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parlance-lock-'))
  const first = await lockDataDir(dataDir)
  let second: { release(): void } | null = null
  const waiting = lockDataDir(dataDir).then((lock) => {
    second = lock
    return lock
  })
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(second).toBeNull()
  first.release()
  ;(await waiting).release()
})
