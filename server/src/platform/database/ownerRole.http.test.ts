import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream } from '../../testing/client.ts'
import { dropDatabase, freshDatabase } from '../../testing/databases.ts'

/** Creates two roles in a new database: one that owns it, and one for the application. */
async function twoRoles() {
  const url = (await freshDatabase()) ?? ''
  const database = new URL(url).pathname.slice(1)
  const [owner, working] = [`${database}_owner`, `${database}_app`]
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  for (const role of [owner, working])
    await admin.query(`create role ${pg.escapeIdentifier(role)} login password 'only-for-tests'`)
  await admin.query(`alter database ${database} owner to ${owner}`)
  await admin.query(`alter schema public owner to ${owner}`)
  const groups: string[] = []
  const as = (role: string) => {
    const address = new URL(url)
    address.username = role
    address.password = 'only-for-tests'
    return address.href
  }
  return {
    url,
    ownerUrl: as(owner),
    workingUrl: as(working),
    owner,
    working,
    /** Creates another role and makes the application role a member of it. */
    async addGroup() {
      const group = `${database}_group`
      groups.push(group)
      await admin.query(`create role ${group} role ${working}`)
      return group
    },
    /** Runs as a superuser of the database. */
    run: (statement: string) => admin.query(statement),
    async remove() {
      await admin.end()
      await dropDatabase(url)
      const server = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL ?? '' })
      await server.connect()
      for (const role of [owner, working, ...groups])
        await server.query(`drop role ${pg.escapeIdentifier(role)}`)
      await server.end()
    },
  }
}

describe.runIf(process.env.TEST_DATABASE_URL)("an application role that isn't the owner", () => {
  let roles: Awaited<ReturnType<typeof twoRoles>>
  let app: TestApplication
  const start = (DATABASE_URL: string, DATABASE_OWNER_URL: string) =>
    startTestApplication({ databaseUrl: DATABASE_URL, environment: { DATABASE_OWNER_URL } })
  beforeAll(async () => {
    roles = await twoRoles()
    app = await start(roles.workingUrl, roles.ownerUrl)
  })
  afterAll(async () => {
    await app?.remove()
    await roles?.remove()
  })

  test('works after migration by the owner: a change, a question, a file', async () => {
    const gptSystemId = await publishAgent(app, 'By a lesser role')
    const token = await app.token('admin')
    const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
      token,
      body: { question: 'Is anybody there?' },
    })
    await stream.ended
    expect(stream.events.at(-1)?.event).toBe('no-more-data')
    const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
      token,
      body: { name: 'By a lesser role' },
    })
    const form = new FormData()
    form.set('file', new File(['The lighthouse was built in 1887.'], 'lighthouse.txt'))
    const files = `/api/internal/dataSources/${library.body.dataSourceId}/files`
    expect((await call(app, files, { token, body: form })).status).toBeLessThan(300)
    const state = async () =>
      (await call<{ items: { state: string }[] }>(app, files, { token })).body.items[0]?.state
    await expect.poll(state).toBe('Ready')
  })

  test("[S37] [S41] can't alter the audit log or the schema", async () => {
    const { pool } = app.platform.database
    for (const statement of [
      "update audit_entry set actor_name = 'nobody'",
      'delete from audit_entry',
      'truncate audit_entry',
      'delete from audit_head',
      'alter table audit_entry disable trigger audit_entry_is_final',
      'drop trigger audit_entry_is_final on audit_entry',
      'drop table audit_entry',
      'create table mine (id int)',
      'create schema mine',
      "update migration set name = 'other'",
      'alter table app_user add column mine int',
    ])
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  })

  test('starts again on an existing database', async () => {
    const again = await start(roles.workingUrl, roles.ownerUrl)
    expect((await call(again, '/health/ready')).status).toBe(200)
    await again.stop()
  })

  test('is refused if it can become the owner, or if the owner URL is another database', async () => {
    await expect(start(roles.ownerUrl, roles.ownerUrl)).rejects.toThrow("has the owner's privileges")
    await expect(start(roles.url, roles.ownerUrl)).rejects.toThrow("has the owner's privileges")
    const other = await twoRoles()
    await expect(start(roles.workingUrl, other.ownerUrl)).rejects.toThrow('must be the same database')
    await other.remove()
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('an application role that owns part of the database', () => {
  let roles: Awaited<ReturnType<typeof twoRoles>>
  const start = (environment: Record<string, string> = { DATABASE_OWNER_URL: roles.ownerUrl }) =>
    startTestApplication({ databaseUrl: roles.workingUrl, environment })
  const refusal = () =>
    start().then(
      async (app) => {
        await app.remove()
        return 'started'
      },
      (error: Error) => error.message,
    )
  beforeEach(async () => {
    roles = await twoRoles()
  })
  afterEach(() => roles?.remove())

  test('is refused if it owns the database itself, before anything is created', async () => {
    const name = new URL(roles.url).pathname.slice(1)
    await roles.run(`alter schema public owner to pg_database_owner`)
    await roles.run(`alter database ${name} owner to ${roles.working}`)
    expect(await refusal()).toContain(
      `role ${roles.working} owns objects and could drop them (database ${name}).`,
    )
    const created = await roles.run("select from pg_tables where schemaname = 'public'")
    expect(created.rows).toEqual([])
    await roles.run(`alter database ${name} owner to ${roles.owner}`)
    expect(await refusal()).toBe('started')
  })

  test('is refused after startups without an owner, until its objects are reassigned as the error says', async () => {
    await roles.run(`alter schema public owner to ${roles.working}`)
    await roles.run(`grant create on database ${new URL(roles.url).pathname.slice(1)} to ${roles.working}`)
    const alone = await start({})
    await expect.poll(() => roles.run("select 'pgboss.job'::regclass").then(Boolean, () => false)).toBe(true)
    await alone.remove()
    const said = await refusal()
    expect(said).toMatch(/\(schema pgboss, schema public, .+ \d+ more\)/)
    const [, statement = ''] = /: (reassign owned by .+)$/.exec(said) ?? []
    expect(statement).toBe(`reassign owned by ${roles.working} to ${roles.owner}`)
    await roles.run(statement)
    await roles.run(`alter default privileges for role ${roles.working} grant select on tables to public`)
    const app = await start()
    for (const dropped of ['table audit_entry', 'schema pgboss cascade', 'schema public cascade'])
      await expect(app.platform.database.pool.query(`drop ${dropped}`)).rejects.toMatchObject({
        code: '42501',
      })
    expect((await call(app, '/health/ready')).status).toBe(200)
    await app.remove()
  })

  test.each(['table', 'view', 'sequence', 'function'])(
    'is refused if a %s belongs to a role it is a member of',
    async (kind) => {
      const group = await roles.addGroup()
      const rest = { table: '(id int)', view: 'as select 1 as id', sequence: '', function: '' }[kind]
      const created = kind === 'function' ? "other() returns int language sql as 'select 1'" : `other ${rest}`
      await roles.run(`create ${kind} ${created}`)
      await roles.run(`alter ${kind} other owner to ${group}`)
      const said = await refusal()
      expect(said).toContain(`(${kind} other`)
      expect(said).toContain(`reassign owned by ${group} to ${roles.owner}`)
    },
  )

  test('is refused if it is a member of a superuser', async () => {
    const group = await roles.addGroup()
    await roles.run(`alter role ${group} superuser`)
    expect(await refusal()).toContain("has the owner's privileges")
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('a server that can lose acknowledged writes', () => {
  test.each(['synchronous_commit'])(
    '[F10] because of %s is refused, unless it is marked as a test server',
    async (setting) => {
      const url = (await freshDatabase()) ?? ''
      const name = new URL(url).pathname.slice(1)
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`alter database ${pg.escapeIdentifier(name)} set ${setting} = off`)
      await client.end()
      const start = (environment: Record<string, string>) =>
        startTestApplication({ databaseUrl: url, environment })
      await expect(start({ DATABASE_UNSAFE: '0' })).rejects.toThrow(`${setting} is off on this server`)
      const app = await start({ DATABASE_UNSAFE: '1' })
      expect((await call(app, '/health/ready')).status).toBe(200)
      await app.stop()
      await dropDatabase(url)
    },
  )
})
