import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignRole, createRole, rolesPath } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { createActorReader, readRights } from './actor.ts'

let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

/** Reads a user's permissions through a process's cache, and compares them with freshly computed ones. */
async function keeper(given: Parameters<typeof person>[1] = {}) {
  const { db } = app.platform.database
  const readActor = createActorReader(db)
  const someone = await person(app, given)
  const { rows } = await sql<{
    id: string
  }>`select id from session where user_id = ${someone.userId}`.execute(db)
  const read = async () => {
    const actor = await readActor({ userId: someone.userId, sessionId: rows[0]?.id ?? '' }, new Date())
    const rights = await readRights(db, someone.userId)
    expect(actor).toMatchObject(rights)
    return actor
  }
  await read()
  return {
    ...someone,
    read,
    holds: async (action: string) => [...((await read())?.actions ?? [])].includes(action as never),
  }
}

test('cached permissions are revoked and granted with each change of roles', async () => {
  const { userId, read, holds } = await keeper()
  const { userRoleId } = await createRole(app, ['BrandsRead'])
  expect(await holds('BrandsRead')).toBe(false)
  await assignRole(app, userId, userRoleId)
  expect(await holds('BrandsRead')).toBe(true)

  const path = `${rolesPath}/${userRoleId}`
  const role = { name: 'Other', description: '', permissions: { actions: ['AnalyticsRead'] } }
  await call(app, path, { token: admin, method: 'PUT', body: role, headers: { 'if-match': '"1"' } })
  expect([await holds('BrandsRead'), await holds('AnalyticsRead')]).toEqual([false, true])

  const gptSystemId = await publishAgent(app, 'Kept')
  const items = [{ action: 'GptSystemsWriteSpecific', entityType: 'GptSystem', entityId: gptSystemId }]
  await call(app, `${path}/entityConfiguration`, {
    token: admin,
    method: 'PUT',
    body: { items },
    headers: { 'if-match': '"2"' },
  })
  expect((await read())?.specific.map(({ entityId }) => entityId)).toEqual([gptSystemId, gptSystemId])

  await assignRole(app, userId, userRoleId, 'DELETE')
  expect([await holds('AnalyticsRead'), (await read())?.specific]).toEqual([false, []])
})

test('[B9] cached permissions follow the groups, and end when the groups become too old', async () => {
  const { userId, holds } = await keeper({ groups: ['kept-one'] })
  const { db } = app.platform.database
  const { userRoleId } = await createRole(app, ['BrandsRead'])
  await sql`insert into user_role_assignment (id, user_role_id, group_id)
    values (gen_random_uuid(), ${userRoleId}, 'kept-two')`.execute(db)
  expect(await holds('BrandsRead')).toBe(false)
  await sql`update app_user set group_ids = '{kept-two}' where id = ${userId}`.execute(db)
  expect(await holds('BrandsRead')).toBe(true)
  await sql`update app_user set groups_read_at = now() - interval '25 hours' where id = ${userId}`.execute(db)
  expect(await holds('BrandsRead')).toBe(false)
})

test("permissions stay cached while nothing changes, and a rolled-back change doesn't affect them", async () => {
  const { read } = await keeper({ actions: ['BrandsRead'] })
  const before = (await read())?.actions
  expect((await read())?.actions).toBe(before)
  const undone = app.platform.database.transaction(async (tx) => {
    await sql`update user_role set description = 'never' where not built_in`.execute(tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await read())?.actions).toBe(before)
  await sql`update user_role set description = 'now' where not built_in`.execute(app.platform.database.db)
  expect((await read())?.actions).not.toBe(before)
})

test('the last use of a session and its user is recorded during use, every few minutes', async () => {
  const someone = await person(app)
  const { db } = app.platform.database
  const seen = async () =>
    (
      await sql<{ ago: number; person: number }>`
        select extract(epoch from now() - s.last_seen_at)::int as ago,
          extract(epoch from now() - u.last_seen_at)::int as person
        from session s join app_user u on u.id = s.user_id where s.user_id = ${someone.userId}`.execute(db)
    ).rows[0]
  const setAgo = async (minutes: number) => {
    await sql`update session set last_seen_at = now() - ${minutes} * interval '1 minute' where user_id = ${someone.userId}`.execute(
      db,
    )
    await sql`update app_user set last_seen_at = now() - ${minutes} * interval '1 minute' where id = ${someone.userId}`.execute(
      db,
    )
  }
  const use = () => call(app, '/api/internal/currentUser', { token: someone.token })
  await setAgo(2)
  await use()
  await use()
  expect((await seen())?.ago).toBeGreaterThan(100)
  await setAgo(6)
  await use()
  await expect.poll(async () => (await seen())?.ago).toBeLessThan(60)
  await expect.poll(async () => (await seen())?.person).toBeLessThan(60)
})
