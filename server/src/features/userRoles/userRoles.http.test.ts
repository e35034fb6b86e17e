import { randomUUID } from 'node:crypto'
import { actions, isSpecific } from '@parlance/contract/actions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorRoleId } from '../../platform/access/heldRoles.ts'
import {
  assignRole,
  type CreatedRole,
  createRole,
  rolesPath,
  userIdOf,
  usersPath,
} from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, ifMatch } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'

const engineering = '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d02'
let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

const list = () => call<{ items: CreatedRole[] }>(app, `${rolesPath}?pageSize=200`, { token: admin })
const actionsOf = async (token: string) => {
  const { body } = await call<{ roles: { permissions: { resolvedActions: string[] } }[] }>(
    app,
    '/api/internal/currentUser/rolesWithResolvedActions',
    { token },
  )
  return [...new Set(body.roles.flatMap((role) => role.permissions.resolvedActions))].sort()
}
const auditOf = async (entityType: string, entityId: string) =>
  (
    await sql<{ verb: string; outcome: string; changes: { field: string }[] }>`
      select verb, outcome, changes from audit_entry where entity_type = ${entityType} and entity_id = ${entityId}
      order by seq`.execute(app.platform.database.db)
  ).rows

describe('roles', () => {
  test('[R-7-107] [R-1-020] [R-6-024] [R-3-090] a role is created, read, changed, and deleted, with its implied permissions', async () => {
    const created = await createRole(app, ['BrandsWrite', 'UserRead'])
    expect(created.permissions).toEqual({
      actions: ['BrandsWrite', 'UserRead'],
      resolvedActions: ['BrandsRead', 'BrandsWrite', 'UserRead'],
    })
    const path = `${rolesPath}/${created.userRoleId}`
    const read = await call<CreatedRole>(app, path, { token: admin })
    expect([read.body, read.headers.get('etag')]).toEqual([created, '"1"'])
    const changed = await call<CreatedRole>(app, path, {
      token: admin,
      method: 'PUT',
      body: { name: `${created.name}!`, description: 'For one', permissions: { actions: ['AnalyticsRead'] } },
      headers: { 'if-match': '"1"' },
    })
    expect(changed.body).toMatchObject({
      name: `${created.name}!`,
      description: 'For one',
      version: 2,
      permissions: { resolvedActions: ['AnalyticsRead'] },
    })
    expect((await call(app, path, { token: admin, method: 'DELETE', body: {} })).status).toBe(204)
    expect((await call(app, path, { token: admin })).status).toBe(404)
    expect((await auditOf('UserRole', created.userRoleId)).map(({ verb }) => verb)).toEqual([
      'create',
      'update',
      'remove',
    ])
  })

  test('the built-in roles are fixed and can’t be changed', async () => {
    const builtIn = (await list()).body.items.filter((role) => role.builtIn)
    expect(builtIn.map(({ name }) => name)).toEqual(['Administrator', 'Agent author', 'Analyst', 'User'])
    const [administrator] = builtIn
    expect(administrator?.permissions.resolvedActions).toEqual(actions.filter((name) => !isSpecific(name)))
    expect(builtIn.filter((role) => role.isDefault).map(({ name }) => name)).toEqual(['User'])
    for (const role of builtIn) {
      const path = `${rolesPath}/${role.userRoleId}`
      const body = { name: 'Other', permissions: { actions: [] } }
      const headers = { 'if-match': `"${role.version}"` }
      const changed = await call(app, path, { token: admin, method: 'PUT', body, headers })
      const removed = await call(app, path, { token: admin, method: 'DELETE', body: {} })
      expect([changed.body.code, removed.body.code]).toEqual(['userRole.builtIn', 'userRole.builtIn'])
    }
    await expect(
      sql`update user_role set actions = '{}' where built_in`.execute(app.platform.database.db),
    ).rejects.toThrow(/built-in roles stay/)
  })

  test('role names are unique, ignoring case', async () => {
    const { name } = await createRole(app, [])
    const again = await call(app, rolesPath, {
      token: admin,
      body: { name: name.toUpperCase(), permissions: { actions: [] } },
    })
    expect(again.body).toMatchObject({ code: 'userRole.nameTaken', errors: [{ field: 'name' }] })
  })

  test('a *Specific* permission can’t be part of a role as such', async () => {
    const given = await call(app, rolesPath, {
      token: admin,
      body: { name: randomUUID(), permissions: { actions: ['GptSystemsWriteSpecific'] } },
    })
    expect([given.status, given.body.code]).toEqual([400, 'request.invalid'])
  })

  test('an assigned role can’t be deleted', async () => {
    const role = await createRole(app, ['BrandsRead'])
    const { userId } = await person(app)
    await assignRole(app, userId, role.userRoleId)
    const path = `${rolesPath}/${role.userRoleId}`
    const refused = await call(app, path, { token: admin, method: 'DELETE', body: {} })
    expect([refused.status, refused.body.code]).toEqual([409, 'userRole.inUse'])
    await assignRole(app, userId, role.userRoleId, 'DELETE')
    expect((await call(app, path, { token: admin, method: 'DELETE', body: {} })).status).toBe(204)
  })

  test('the list is paged, sorted, and searchable', async () => {
    const names = ['Zebra one', 'Zebra two', 'Zebra three']
    for (const name of names) await createRole(app, [], name)
    const seen: string[] = []
    let token: string | null = ''
    while (token !== null) {
      const query: string = `search=zebra&sort=-name&pageSize=1${token ? `&continuationToken=${token}` : ''}`
      const page: { body: { items: CreatedRole[]; continuationToken: string | null } } = await call(
        app,
        `${rolesPath}?${query}`,
        { token: admin },
      )
      seen.push(...page.body.items.map(({ name }) => name))
      token = page.body.continuationToken
    }
    expect(seen).toEqual(['Zebra two', 'Zebra three', 'Zebra one'])
  })

  test('[R-6-025] [R-6-023] every permission is listed once, with what implies it', async () => {
    const { body } = await call<{
      items: { name: string; area: string; specific: boolean; impliedBy: string[]; held: boolean }[]
    }>(app, '/api/internal/userActions', { token: admin })
    expect(body.items.map(({ name }) => name)).toEqual([...actions])
    const byName = new Map(body.items.map((item) => [item.name, item]))
    expect(byName.get('BrandsRead')).toEqual({
      name: 'BrandsRead',
      area: 'Brands',
      specific: false,
      impliedBy: ['BrandsWrite'],
      held: true,
    })
    expect(byName.get('GptSystemsReadSpecific')?.impliedBy).toEqual(['GptSystemsWriteSpecific'])
    expect(byName.get('GptSystemsPublish')?.area).toBe('GptSystems')
  })
})

describe('role assignments', () => {
  test('[R-7-109] [R-6-026] [R-6-005] [R-6-006] [A27] [S33] assigning and unassigning take effect with the next call', async () => {
    const role = await createRole(app, ['BrandsWrite'])
    const someone = await person(app)
    const brands = () => call(app, '/api/internal/brands', { token: someone.token })
    expect((await brands()).status).toBe(403)
    expect((await assignRole(app, someone.userId, role.userRoleId)).status).toBe(204)
    expect((await brands()).status).toBe(200)
    expect(await actionsOf(someone.token)).toEqual(['BrandsRead', 'BrandsWrite', 'GptSystemsRead'])
    expect((await assignRole(app, someone.userId, role.userRoleId)).status).toBe(204)
    expect(await auditOf('UserRoleAssignment', `${role.userRoleId}/${someone.userId}`)).toHaveLength(1)
    expect((await assignRole(app, someone.userId, role.userRoleId, 'DELETE')).status).toBe(204)
    expect((await brands()).status).toBe(403)
  })

  test('[R-6-004] changing a role affects everyone who has it with the next call', async () => {
    const role = await createRole(app, ['BrandsRead'])
    const someone = await person(app)
    await assignRole(app, someone.userId, role.userRoleId)
    await call(app, `${rolesPath}/${role.userRoleId}`, {
      token: admin,
      method: 'PUT',
      body: { name: role.name, permissions: { actions: ['AnalyticsRead'] } },
      headers: { 'if-match': '"1"' },
    })
    expect(await actionsOf(someone.token)).toEqual(['AnalyticsRead', 'GptSystemsRead'])
  })

  test('[R-6-027] the people and groups of a role are listed', async () => {
    const role = await createRole(app, ['BrandsRead'])
    const someone = await person(app, { groups: [engineering] })
    await assignRole(app, someone.userId, role.userRoleId)
    const path = `${rolesPath}/${role.userRoleId}`
    await call(app, `${path}/groups/${engineering}`, { token: admin, body: {} })
    const people = await call<{ items: { userId: string }[] }>(app, `${path}/users`, { token: admin })
    expect(people.body.items.map(({ userId }) => userId)).toEqual([someone.userId])
    const groups = await call<{ items: { groupId: string; knownMembers: number }[] }>(app, `${path}/groups`, {
      token: admin,
    })
    expect(groups.body.items).toEqual([{ groupId: engineering, knownMembers: expect.any(Number) }])
    expect(groups.body.items[0]?.knownMembers).toBeGreaterThanOrEqual(1)
    expect((await call<CreatedRole>(app, path, { token: admin })).body).toMatchObject({ users: 1, groups: 1 })
  })

  test('a group assigns its members the role while it is known and not outdated', async () => {
    const role = await createRole(app, ['BrandsRead'])
    const group = randomUUID()
    const path = `${rolesPath}/${role.userRoleId}/groups/${group}`
    await call(app, path, { token: admin, body: {} })
    const held = async (given: Parameters<typeof person>[1]) =>
      (await actionsOf((await person(app, given)).token)).includes('BrandsRead')
    expect(await held({ groups: [group] })).toBe(true)
    expect(await held({ groups: [group], groupsHoursAgo: 25 })).toBe(false)
    expect(await held({ groups: [] })).toBe(false)
    expect(await held({ groups: null })).toBe(false)
    await call(app, path, { token: admin, method: 'DELETE', body: {} })
    expect(await held({ groups: [group] })).toBe(false)
  })

  test('everyone has User, which is assigned to no one', async () => {
    const { userId } = await person(app)
    const user = (await list()).body.items.find((role) => role.isDefault)
    expect((await assignRole(app, userId, user?.userRoleId ?? '')).body).toMatchObject({
      code: 'userRole.everyone',
    })
  })
})

describe('permissions on single objects', () => {
  test('[R-7-108] [R-6-029] [R-3-126] a role grants them for the agents and libraries that it names, and no others', async () => {
    const [mine, other] = [await publishAgent(app, 'Mine'), await publishAgent(app, 'Another')]
    const role = await createRole(app, [])
    const path = `${rolesPath}/${role.userRoleId}/entityConfiguration`
    const items = [{ action: 'GptSystemsWriteSpecific', entityType: 'GptSystem', entityId: mine }]
    const set = await call<{ items: unknown[]; version: number }>(app, path, {
      token: admin,
      method: 'PUT',
      body: { items },
      headers: { 'if-match': '"1"' },
    })
    expect(set.body).toEqual({ items: [{ ...items[0], name: 'Mine' }], version: 2 })
    const someone = await person(app)
    await assignRole(app, someone.userId, role.userRoleId)
    expect(await actionsOf(someone.token)).toEqual([
      'GptSystemsRead',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
    ])
    const draft = (gptSystemId: string) =>
      call(app, `/api/internal/gptSystems/system/management/${gptSystemId}/ragDataSources`, {
        token: someone.token,
        body: { dataSourceId: randomUUID() },
      })
    expect((await draft(mine)).body.code).not.toBe('access.denied')
    expect((await draft(other)).body.code).toBe('access.denied')
    const managed = await call<{ items: { gptSystemId: string; mayOpen: boolean; mayChange: boolean }[] }>(
      app,
      '/api/internal/gptSystems/system/management',
      { token: someone.token },
    )
    // The others are cards of agents that the user can chat with.
    const which = (right: 'mayOpen' | 'mayChange') =>
      managed.body.items.filter((item) => item[right]).map(({ gptSystemId }) => gptSystemId)
    expect([which('mayOpen'), which('mayChange')]).toEqual([[mine], [mine]])
  })

  test('the creator of an agent or library can change it from then on, and no one else', async () => {
    const author = await person(app, { actions: ['GptSystemsCreate', 'DataSourcesCreate'] })
    const created = await call<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(app, '/api/internal/gptSystems/system/management', {
      token: author.token,
      body: { name: 'Of an author' },
    })
    const { configStateId } = created.body.configuration
    const state = `/api/internal/gptSystems/configurationStates/${configStateId}`
    const change = (token: string) =>
      call(app, state, { token, method: 'PUT', body: { introduction: 'Hello' }, headers: ifMatch() })
    expect((await change(author.token)).status).toBe(200)
    const another = await person(app, { actions: ['GptSystemsCreate', 'DataSourcesCreate'] })
    expect((await change(another.token)).status).toBe(403)
    const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
      token: author.token,
      body: { name: `Library ${randomUUID()}` },
    })
    const files = (token: string) =>
      call(app, `/api/internal/dataSources/${library.body.dataSourceId}/files`, { token })
    expect([(await files(author.token)).status, (await files(another.token)).status]).toEqual([200, 403])
  })

  test('a permission and the kind of its object must match, and the object must exist', async () => {
    const role = await createRole(app, [])
    const set = (item: object) =>
      call(app, `${rolesPath}/${role.userRoleId}/entityConfiguration`, {
        token: admin,
        method: 'PUT',
        body: { items: [item] },
        headers: { 'if-match': '"1"' },
      })
    const entityId = randomUUID()
    const wrong = await set({ action: 'GptSystemsReadSpecific', entityType: 'DataSource', entityId })
    expect(wrong.body).toMatchObject({ code: 'request.invalid', errors: [{ field: 'items.0.entityType' }] })
    const gone = await set({ action: 'GptSystemsReadSpecific', entityType: 'GptSystem', entityId })
    expect(gone.body).toMatchObject({ code: 'request.invalid', errors: [{ field: 'items' }] })
  })
})

describe('the last administrator', () => {
  const lone = async () => {
    const rows = await sql<{ id: string }>`select user_id as id from user_role_assignment
      where user_role_id = ${administratorRoleId}`.execute(app.platform.database.db)
    return rows.rows.map(({ id }) => id)
  }

  test('[A19] can’t lose the role or the account', async () => {
    const userId = await userIdOf(app, 'admin')
    expect(await lone()).toEqual([userId])
    const unassigned = await assignRole(app, userId, administratorRoleId, 'DELETE')
    expect([unassigned.status, (unassigned.body as { code: string }).code]).toEqual([
      409,
      'userRole.lastAdministrator',
    ])
    const warden = await person(app, { actions })
    const disabled = await call(app, `${usersPath}/${userId}/disabled`, {
      token: warden.token,
      method: 'PUT',
      body: { disabled: true },
    })
    const removed = await call(app, `${usersPath}/${userId}`, {
      token: warden.token,
      method: 'DELETE',
      body: {},
    })
    expect([disabled.body.code, removed.body.code]).toEqual([
      'userRole.lastAdministrator',
      'userRole.lastAdministrator',
    ])
    expect((await call(app, '/api/internal/brands', { token: admin })).status).toBe(200)
  })

  test('parallel assigning and unassigning by many does not deadlock', async () => {
    const take = await Promise.all(Array.from({ length: 6 }, () => person(app)))
    for (const { userId } of take) await assignRole(app, userId, administratorRoleId)
    const give = await Promise.all(Array.from({ length: 6 }, () => person(app)))
    const answers = await Promise.all([
      ...take.map(({ userId }) =>
        call(app, `${usersPath}/${userId}`, { token: admin, method: 'DELETE', body: {} }),
      ),
      ...give.map(({ userId }) =>
        call(app, `${usersPath}/${userId}/userRoles/${administratorRoleId}`, {
          token: admin,
          method: 'POST',
          body: {},
        }),
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    for (const { userId } of give) await assignRole(app, userId, administratorRoleId, 'DELETE')
  })

  test('two who unassign each other at once leave one', async () => {
    const first = await userIdOf(app, 'admin')
    for (let round = 0; round < 5; round += 1) {
      const second = await person(app)
      await assignRole(app, second.userId, administratorRoleId)
      const take = (from: string, token: string) =>
        call(app, `${usersPath}/${from}/userRoles/${administratorRoleId}`, {
          token,
          method: 'DELETE',
          body: {},
        })
      const answers = await Promise.all([take(second.userId, admin), take(first, second.token)])
      const left = await lone()
      expect(left).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      if (left[0] === first) continue
      // Restores the starting point for the next round.
      await call(app, `${usersPath}/${first}/userRoles/${administratorRoleId}`, {
        token: second.token,
        body: {},
      })
      await assignRole(app, second.userId, administratorRoleId, 'DELETE')
    }
  })
})
