import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApplication, TEST_KEY, type TestApplication } from '../../testing/application.ts'
import { auditPath, listEntries } from '../../testing/auditLog.ts'
import { createBrand } from '../../testing/brands.ts'
import { call } from '../../testing/client.ts'
import { HEADS } from './outsideHead.ts'

const root = path.join(import.meta.dirname, '../../../..')
let app: TestApplication

beforeAll(async () => {
  app = await startTestApplication()
  await change(6)
})
afterAll(() => app?.remove())

const db = () => app.platform.database.db
const newest = async () =>
  (await sql<{ seq: number }>`select max(seq) as seq from audit_entry`.execute(db())).rows[0]?.seq ?? 0
/** Names of all existing notes, including one that is still being written. */
const notes = () => {
  const folder = path.join(app.dataDir, HEADS)
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
const noted = () =>
  Number(
    notes()
      .findLast((name) => name.endsWith('.json'))
      ?.slice(0, 12) ?? 0,
  )
/** Makes changes, then waits until the end of the log is recorded outside the database. */
async function change(times = 1): Promise<number> {
  for (let index = 0; index < times; index += 1) expect((await createBrand(app)).status).toBe(200)
  const last = await newest()
  // The writer is still working in the folder until the earlier notes are deleted.
  const only = `${String(last).padStart(12, '0')}.json`
  // Not expect.poll, which hooks can't use.
  await vi.waitFor(() => expect(notes()).toEqual([only]), { timeout: 300_000 })
  return last
}
const verify = () => app.platform.audit.verify()

/** Tampers with full database privileges, then restores the tables before the next check. */
async function tampering(work: () => Promise<void>, look: () => Promise<void>): Promise<void> {
  await sql`create table kept as select id, seq, at, actor_user_id, actor_name, actor_kind, area, verb, entity_type,
    entity_id, entity_name, outcome, effect, changes, reason, request_id, network, user_agent, previous_hash, hash
    from audit_entry`.execute(db())
  await sql`create table kept_head as select * from audit_head`.execute(db())
  await unlocked(work)
  try {
    await look()
  } finally {
    await unlocked(async () => {
      await sql`delete from audit_entry`.execute(db())
      await sql`insert into audit_entry (id, seq, at, actor_user_id, actor_name, actor_kind, area, verb, entity_type,
        entity_id, entity_name, outcome, effect, changes, reason, request_id, network, user_agent, previous_hash, hash)
        select * from kept`.execute(db())
      await sql`update audit_head set seq = kept_head.seq, hash = kept_head.hash from kept_head`.execute(db())
    })
    await sql`drop table kept`.execute(db())
    await sql`drop table kept_head`.execute(db())
  }
  expect(await verify()).toMatchObject({ firstBroken: null })
}

async function unlocked(work: () => Promise<void>): Promise<void> {
  for (const table of ['audit_entry', 'audit_head'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db())
  await work()
  for (const table of ['audit_entry', 'audit_head'])
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db())
}

const cutFrom = async (seq: number) =>
  void (await sql`delete from audit_entry where seq >= ${seq}`.execute(db()))
const rewindTo = async (seq: number) => {
  await sql`update audit_head set seq = ${seq}, hash = (select hash from audit_entry where seq = ${seq})`.execute(
    db(),
  )
}

/** Runs `npm run audit:verify` for this instance. */
async function command(): Promise<{ code: number; text: string }> {
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: app.dataDir,
    ...(app.databaseUrl ? { DATABASE_URL: app.databaseUrl, SECRET_KEY: TEST_KEY } : {}),
  }
  const args = ['--disable-warning=ExperimentalWarning', 'tools/auditVerify.ts']
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      cwd: root,
      env: environment,
    })
    return { code: 0, text: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, text: stdout + stderr }
  }
}

describe('the database refuses', () => {
  test.each([
    ['a changed entry', sql`update audit_entry set actor_name = 'x' where seq = 1`],
    ['a removed entry', sql`delete from audit_entry where seq = 1`],
    ['a truncated log', sql`truncate audit_entry`],
    ['a head moved back', sql`update audit_head set seq = seq - 1`],
    ['a head moved ahead', sql`update audit_head set seq = seq + 2`],
    ['a changed hash in the head', sql`update audit_head set hash = ''`],
    ['a removed head', sql`delete from audit_head`],
    ['a truncated head table', sql`truncate audit_head`],
  ])('%s', async (_name, statement) => {
    await expect(statement.execute(db())).rejects.toMatchObject({ code: '42501' })
    expect(await verify()).toMatchObject({ firstBroken: null })
  })
})

describe('tampering with full database privileges is detected', () => {
  test('[S41] an entry altered in any of its fields', async () => {
    const fields = ['actor_name', 'entity_id', 'verb', 'reason', 'request_id', 'user_agent'].map(
      (name) => sql`${sql.ref(name)} = 'x'`,
    )
    const others = [
      sql`changes = '[]'`,
      sql`outcome = 'Failed'`,
      sql`effect = 'Removed'`,
      sql`at = at - interval '1 ms'`,
      sql`hash = 'x'`,
    ]
    for (const assignment of [...fields, ...others]) {
      await tampering(
        async () => void (await sql`update audit_entry set ${assignment} where seq = 3`.execute(db())),
        async () => expect(await verify()).toMatchObject({ checked: 2, firstBroken: 3, error: 'Altered' }),
      )
    }
  })

  test('a deleted entry, and two swapped entries', async () => {
    await tampering(
      async () => void (await sql`delete from audit_entry where seq = 2`.execute(db())),
      async () => expect(await verify()).toMatchObject({ checked: 1, firstBroken: 2 }),
    )
    await tampering(
      async () => {
        await sql`update audit_entry set seq = 1000 where seq = 2`.execute(db())
        await sql`update audit_entry set seq = 2 where seq = 3`.execute(db())
        await sql`update audit_entry set seq = 3 where seq = 1000`.execute(db())
      },
      async () => expect(await verify()).toMatchObject({ checked: 1, firstBroken: 2 }),
    )
  })

  test('a truncated tail and an appended tail', async () => {
    const last = await newest()
    await tampering(
      () => cutFrom(last),
      async () =>
        expect(await verify()).toMatchObject({ checked: last - 1, firstBroken: last, error: 'CutOff' }),
    )
    await tampering(
      () => rewindTo(last - 1),
      async () => expect((await verify()).firstBroken).toBe(last),
    )
    await tampering(
      async () => void (await sql`update audit_head set hash = 'another'`.execute(db())),
      async () =>
        expect(await verify()).toMatchObject({ checked: last, firstBroken: last + 1, error: 'CutOff' }),
    )
    await tampering(
      async () => void (await sql`delete from audit_head`.execute(db())),
      async () => {
        expect((await verify()).firstBroken).toBe(1)
        await sql`insert into audit_head (seq, hash) values (0, '')`.execute(db())
      },
    )
  })

  test('a tail truncated together with the head, because of the external record; the page and the command report it', async () => {
    const last = await newest()
    await tampering(
      async () => {
        await cutFrom(last - 1)
        await rewindTo(last - 2)
      },
      async () => {
        const token = await app.token('admin')
        const { body } = await call(app, `${auditPath}/verify`, { token, body: {} })
        expect(body).toEqual({
          checked: last - 2,
          firstBroken: last - 1,
          error: 'CutOff',
          notedOutside: last,
        })
        const { code, text } = await command()
        expect([code, text]).toEqual([1, expect.stringContaining(`The first affected entry is ${last - 1}`)])
      },
    )
    await tampering(
      async () => {
        await cutFrom(1)
        await sql`update audit_head set seq = 0, hash = ''`.execute(db())
      },
      async () => expect(await verify()).toMatchObject({ checked: 0, firstBroken: 1, error: 'CutOff' }),
    )
  })
})

describe('the external record', () => {
  test('can lag, as after a kill between a change and its record, without being an error', async () => {
    const folder = path.join(app.dataDir, HEADS)
    const kept = `${folder}-kept`
    cpSync(folder, kept, { recursive: true })
    const before = noted()
    await change(2)
    rmSync(folder, { recursive: true })
    cpSync(kept, folder, { recursive: true })
    rmSync(kept, { recursive: true })
    expect(await verify()).toMatchObject({ firstBroken: null, outside: { seq: before } })
    await change()
  })

  test("never leads: a change isn't recorded until it is committed", async () => {
    const before = await newest()
    await app.platform.database
      .transaction(async (tx) => {
        const origin = {
          actor: null,
          area: 'test',
          verb: 'x',
          requestId: 'r',
          network: null,
          userAgent: null,
        }
        const entity = { entityType: 'Test', entityId: '1', entityName: '', before: null, after: { a: 1 } }
        await app.platform.audit.record(tx, origin, entity)
        await new Promise((resolve) => setTimeout(resolve, 1500))
        expect(noted()).toBe(before)
        throw new Error('rolled back')
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'))
    expect(await newest()).toBe(before)
    expect(noted()).toBe(before)
  })

  test("is ignored if forged; without one, the command says that truncation can't be detected", async () => {
    // The writer keeps retrying until it records a number as high as the rolled-back entry's, and would
    // recreate the note.
    await change()
    const folder = path.join(app.dataDir, HEADS)
    const { writeFileSync } = await import('node:fs')
    writeFileSync(
      path.join(folder, '000000999999.json'),
      JSON.stringify({ seq: 999_999, hash: 'x', signature: 'x' }),
    )
    expect(await verify()).toMatchObject({ firstBroken: null, outside: { seq: await newest() } })
    // A note being written while the folder is deleted recreates it, so the folder is deleted again.
    await expect
      .poll(
        async () => {
          rmSync(folder, { recursive: true, force: true })
          return command()
        },
        { interval: 1500 },
      )
      .toMatchObject({ code: 2, text: expect.stringContaining("isn't recorded outside") })
    await change()
  })
})

describe('npm run audit:verify', () => {
  test('succeeds while the instance runs and when it is stopped, and reports an altered entry', async () => {
    const last = await newest()
    const fits = { code: 0, text: expect.stringContaining(`all ${last} entries are intact`) }
    expect(await command()).toEqual(fits)
    // Calls refused in the meantime would be entries too.
    expect((await listEntries(app, { pageSize: '1' }))[0]?.seq).toBe(last)
    await app.stop()
    expect(await command()).toEqual(fits)
    expect(readdirSync(app.dataDir).filter((name) => name.startsWith('verify-of-'))).toEqual([])
    app = await startTestApplication({ dataDir: app.dataDir, databaseUrl: app.databaseUrl })
    expect(await verify()).toMatchObject({ firstBroken: null })
    await unlocked(
      async () => void (await sql`update audit_entry set actor_name = 'Mallory' where seq = 4`.execute(db())),
    )
    expect(await command()).toEqual({
      code: 1,
      text: expect.stringContaining('The first affected entry is 4'),
    })
    await unlocked(
      async () =>
        void (await sql`update audit_entry set actor_name = 'Ada Moreau' where seq = 4`.execute(db())),
    )
    expect((await command()).code).toBe(0)
  })

  test('a truncated log stays detected after new entries, because the external record is never overwritten', async () => {
    const last = await newest()
    await unlocked(async () => {
      await cutFrom(last - 1)
      await rewindTo(last - 2)
    })
    for (let index = 0; index < 4; index += 1) expect((await createBrand(app)).status).toBe(200)
    await expect.poll(() => app.logged.some((line) => line.includes('audit.cutOff'))).toBe(true)
    expect(await newest()).toBeGreaterThan(last)
    expect(noted()).toBe(last)
    expect(await verify()).toMatchObject({ firstBroken: last, error: 'Replaced', outside: { seq: last } })
    await app.stop()
    app = await startTestApplication({ dataDir: app.dataDir, databaseUrl: app.databaseUrl })
    expect(noted()).toBe(last)
    expect(await command()).toMatchObject({
      code: 1,
      text: expect.stringContaining(`The first affected entry is ${last}`),
    })
  })
})
