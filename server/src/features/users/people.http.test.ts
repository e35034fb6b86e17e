import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CreatedUser, createPerson, createRole, userIdOf, usersPath } from '../../testing/access.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { signInOverHttp } from '../../testing/signIn.ts'

let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

interface Listed {
  items: { userId: string; name: string; roles: { name: string }[]; disabled: boolean }[]
  continuationToken: string | null
}
const list = (query: string, token = admin) => call<Listed>(app, `${usersPath}?${query}`, { token })
const me = (token: string) => call(app, '/api/internal/currentUser', { token })
const setDisabled = (userId: string, disabled: boolean) =>
  call(app, `${usersPath}/${userId}/disabled`, { token: admin, method: 'PUT', body: { disabled } })

describe('people', () => {
  test('pages by name skip and repeat no one, whatever the letters', async () => {
    const tag = randomUUID().slice(0, 8)
    const names = ['İnci', 'Irene', 'isaac', 'Ivan', 'Jo', 'ẞara', 'ΣΊΣΥΦΟΣ'].map((name) => `${name} ${tag}`)
    for (const name of names) {
      const body = { name, userName: randomUUID().slice(0, 12), email: null }
      expect((await call(app, usersPath, { token: admin, body })).status).toBe(200)
    }
    for (const sort of ['name', '-name']) {
      const seen: string[] = []
      for (let token: string | null = ''; token !== null; ) {
        const from: string = token === '' ? '' : `&continuationToken=${token}`
        const { body } = await list(`search=${tag}&sort=${sort}&pageSize=1${from}`)
        seen.push(...body.items.map(({ name }) => name))
        token = body.continuationToken
      }
      expect(seen.toSorted()).toEqual(names.toSorted())
    }
  })

  test('an invitation sent twice invites once, and only the first call returns its link', async () => {
    const name = `Once ${randomUUID().slice(0, 8)}`
    const headers = { 'idempotency-key': randomUUID() }
    const body = { name, userName: randomUUID().slice(0, 12), email: null }
    const invite = () => call<CreatedUser>(app, usersPath, { token: admin, body, headers })
    const [first, again] = [await invite(), await invite()]
    expect(first.body.passwordLink).toMatch(/\/password/)
    expect([again.status, again.body]).toEqual([200, { ...first.body, passwordLink: null }])
  })

  test('[R-7-110] [R-1-021] [R-3-123] a user is invited, read, changed, and deleted', async () => {
    const created = await createPerson(app)
    expect(created).toMatchObject({ source: 'Invited', disabled: false, firstSeenAt: null, editable: true })
    const path = `${usersPath}/${created.userId}`
    const { passwordLink: _, ...shown } = created
    expect((await call(app, path, { token: admin })).body).toEqual(shown)
    const changed = await call<CreatedUser>(app, path, {
      token: admin,
      method: 'PUT',
      body: { name: 'Renamed', email: null },
      headers: { 'if-match': `"${created.version}"` },
    })
    expect(changed.body).toMatchObject({ name: 'Renamed', email: null, version: created.version + 1 })
    expect((await call(app, path, { token: admin, method: 'DELETE', body: {} })).status).toBe(204)
    expect((await call(app, path, { token: admin })).body.code).toBe('user.notFound')
    const entries = await sql<{ verb: string }>`select verb from audit_entry
      where entity_type = 'User' and entity_id = ${created.userId} order by seq`.execute(
      app.platform.database.db,
    )
    expect(entries.rows.map(({ verb }) => verb)).toEqual(['create', 'update', 'remove'])
  })

  test('an invitation’s password link is returned once and appears in no audit entry', async () => {
    const created = await createPerson(app)
    const token = created.passwordLink?.split('#')[1] ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const kept = await sql<{
      text: string
    }>`select changes::text || coalesce(reason, '') as text from audit_entry
      union all select coalesce(token_hash, '') from directory_password_link`.execute(
      app.platform.database.db,
    )
    expect(kept.rows.filter(({ text }) => text.includes(token))).toEqual([])
  })

  test('an account’s username is unique', async () => {
    const { userName } = await createPerson(app)
    const again = await call(app, usersPath, {
      token: admin,
      body: { name: 'Again', userName: userName.toUpperCase() },
    })
    expect(again.body).toMatchObject({ code: 'user.known', errors: [{ field: 'userName' }] })
  })

  test('someone who signs in for the first time becomes a user by tenant and object ID, once', async () => {
    // The demo adds its accounts as users before they sign in, so this one is deleted first.
    await sql`delete from app_user where user_name = 'ben'`.execute(app.platform.database.db)
    const before = await list('search=ben')
    expect(before.body.items).toEqual([])
    const tokens = await Promise.all([1, 2, 3].map(() => signInOverHttp(app, 'ben', 'parlance')))
    const ids = await Promise.all(tokens.map(async ({ token }) => (await me(token)).body.userId))
    expect(new Set(ids).size).toBe(1)
    expect((await list('search=ben')).body.items).toHaveLength(1)
  })

  test('the list is searchable, filterable, sorted, and paged', async () => {
    const role = await createRole(app, ['BrandsRead'])
    const names: string[] = []
    for (const name of ['Quill A', 'Quill B', 'Quill C']) {
      const { userId } = await person(app)
      await sql`update app_user set name = ${name} where id = ${userId}`.execute(app.platform.database.db)
      if (name !== 'Quill B') await assign(userId, role.userRoleId)
      names.push(name)
    }
    const first = await list('search=quill&sort=-name&pageSize=2')
    expect(first.body.items.map(({ name }) => name)).toEqual(['Quill C', 'Quill B'])
    const rest = await list(`search=quill&sort=-name&continuationToken=${first.body.continuationToken}`)
    expect(rest.body.items.map(({ name }) => name)).toEqual(['Quill A'])
    const holders = await list(`userRoleId=${role.userRoleId}&sort=lastSeenAt`)
    expect(holders.body.items.map(({ name }) => name)).toEqual(['Quill A', 'Quill C'])
    expect(holders.body.items[0]?.roles).toEqual([{ userRoleId: role.userRoleId, name: role.name }])
    const seen: string[] = []
    let token: string | null = ''
    while (token !== null) {
      const page: { body: Listed } = await list(
        `sort=-lastSeenAt&pageSize=3${token ? `&continuationToken=${token}` : ''}`,
      )
      seen.push(...page.body.items.map(({ userId }) => userId))
      token = page.body.continuationToken
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe((await list('pageSize=200')).body.items.length)
  })

  const assign = (userId: string, userRoleId: string) =>
    call(app, `${usersPath}/${userId}/userRoles/${userRoleId}`, { token: admin, body: {} })

  test('the profile shows a user’s permissions and where they come from', async () => {
    const group = randomUUID()
    const role = await createRole(app, ['BrandsWrite'])
    await call(app, `/api/internal/userRoles/${role.userRoleId}/groups/${group}`, { token: admin, body: {} })
    const someone = await person(app, { groups: [group] })
    const { body } = await call(app, `${usersPath}/${someone.userId}/profile`, { token: admin })
    expect(body).toMatchObject({
      user: { userId: someone.userId, groupsState: 'Known', groupIds: [group] },
      roles: [
        {
          name: role.name,
          by: 'Group',
          groupId: group,
          resolvedActions: ['BrandsRead', 'BrandsWrite'],
        },
        { name: 'User', by: 'Everyone', groupId: null, resolvedActions: ['GptSystemsRead'] },
      ],
      policies: [{ name: 'Everyone', by: 'EveryoneSignedIn', groupId: null }],
      sessions: 1,
    })
    const unknown = await person(app, { groups: null })
    const profile = await call(app, `${usersPath}/${unknown.userId}/profile`, { token: admin })
    expect(profile.body).toMatchObject({ user: { groupsState: 'Unknown', groupIds: [] } })
    const old = await person(app, { groups: [group], groupsHoursAgo: 30 })
    const stale = await call(app, `${usersPath}/${old.userId}/profile`, { token: admin })
    expect(stale.body).toMatchObject({
      user: { groupsState: 'Old' },
      roles: [{ name: 'User' }],
    })
  })

  test('users can change their own name, but not values from an external directory', async () => {
    const { token } = await signInOverHttp(app, 'chloe', 'parlance')
    const change = (as: string) =>
      call(app, '/api/internal/currentUser', { token: as, method: 'PUT', body: { name: 'Chloe H.' } })
    expect((await change(token)).status).toBe(204)
    expect((await me(token)).body.name).toBe('Chloe H.')
    // The directory account has the new name too, so the next sign-in keeps it.
    const again = await signInOverHttp(app, 'chloe', 'parlance')
    expect((await me(again.token)).body.name).toBe('Chloe H.')
    const foreign = await person(app)
    await sql`update app_user set tenant_id = 'another' where id = ${foreign.userId}`.execute(
      app.platform.database.db,
    )
    expect((await change(foreign.token)).body.code).toBe('user.ownedByDirectory')
  })
})

describe('a disabled or deleted user', () => {
  test('is refused with the next call, can’t sign in, and can again once enabled', async () => {
    const { token } = await signInOverHttp(app, 'ben', 'parlance')
    const userId = await userIdOf(app, 'ben')
    expect((await setDisabled(userId, true)).body).toMatchObject({ disabled: true })
    expect([401, 403]).toContain((await me(token)).status)
    await expect(signInOverHttp(app, 'ben', 'parlance')).rejects.toThrow()
    expect((await setDisabled(userId, false)).body).toMatchObject({ disabled: false })
    // Ended sessions stay ended; a new sign-in is needed.
    expect((await me(token)).status).toBe(401)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect((await me((await signInOverHttp(app, 'ben', 'parlance')).token)).status).toBe(200)
  })

  test('keeps none of their role assignments', async () => {
    const someone = await person(app, { actions: ['BrandsRead'] })
    await call(app, `${usersPath}/${someone.userId}`, { token: admin, method: 'DELETE', body: {} })
    const left = await sql`select from user_role_assignment where user_id = ${someone.userId}`.execute(
      app.platform.database.db,
    )
    expect(left.rows).toEqual([])
    expect([401, 403]).toContain((await me(someone.token)).status)
  })

  test('can’t be the actor themselves', async () => {
    const userId = await userIdOf(app, 'admin')
    expect((await setDisabled(userId, true)).body.code).toBe('user.self')
    const removed = await call(app, `${usersPath}/${userId}`, { token: admin, method: 'DELETE', body: {} })
    expect(removed.body.code).toBe('user.self')
  })
})

describe('sessions', () => {
  interface Sessions {
    items: { sessionId: string; current: boolean }[]
  }
  const own = (token: string) => call<Sessions>(app, '/api/internal/currentUser/sessions', { token })

  test('users can end their own other sessions, and no one else’s', async () => {
    const [first, second] = [
      await signInOverHttp(app, 'anna', 'parlance'),
      await signInOverHttp(app, 'anna', 'parlance'),
    ]
    const { body } = await own(first.token)
    expect(body.items.filter(({ current }) => current)).toHaveLength(1)
    const other = (await own(second.token)).body.items.find(({ current }) => current)
    const end = (token: string) =>
      call(app, `/api/internal/currentUser/sessions/${other?.sessionId}`, {
        token,
        method: 'DELETE',
        body: {},
      })
    expect((await end(admin)).body.code).toBe('session.notFound')
    expect((await me(second.token)).status).toBe(200)
    expect((await end(first.token)).status).toBe(204)
    expect([(await me(second.token)).status, (await me(first.token)).status]).toEqual([401, 200])
  })

  test('an administrator can end all sessions of a user', async () => {
    const { token } = await signInOverHttp(app, 'anna', 'parlance')
    const userId = (await me(token)).body.userId as string
    const sessions = await call<Sessions>(app, `${usersPath}/${userId}/sessions`, { token: admin })
    expect(sessions.body.items.length).toBeGreaterThan(0)
    const ended = await call(app, `${usersPath}/${userId}/sessions`, {
      token: admin,
      method: 'DELETE',
      body: {},
    })
    expect(ended.status).toBe(204)
    expect((await me(token)).status).toBe(401)
    const left = await call<Sessions>(app, `${usersPath}/${userId}/sessions`, { token: admin })
    expect(left.body.items).toEqual([])
  })
})
