import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorRoleId } from '../../platform/access/heldRoles.ts'
import { createPerson, createRole, rolesPath, userIdOf, usersPath } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'

const engineering = '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d02'
let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

const actionsOf = async (token: string) => {
  const { body } = await call<{ roles: { permissions: { resolvedActions: string[] } }[] }>(
    app,
    '/api/internal/currentUser/rolesWithResolvedActions',
    { token },
  )
  return [...new Set(body.roles.flatMap((role) => role.permissions.resolvedActions))].sort()
}

describe('no one grants or revokes what they do not have', () => {
  const limited = ['UserRolesCreate', 'UserRolesWrite', 'UserRolePermissionsWrite', 'BrandsRead'] as const

  test('[A19] a role is neither created with nor raised to more than the actor has', async () => {
    const delegate = await person(app, { actions: limited })
    const created = await call(app, rolesPath, {
      token: delegate.token,
      body: { name: randomUUID(), permissions: { actions: ['BrandsRead', 'InstanceSettingsWrite'] } },
    })
    expect(created.status).toBe(403)
    expect(created.body).toMatchObject({
      code: 'access.beyondOwn',
      errors: [
        { field: 'permissions.actions', message: 'InstanceSettingsRead' },
        { field: 'permissions.actions', message: 'InstanceSettingsWrite' },
      ],
    })
    const role = await createRole(app, ['BrandsRead'])
    const raised = await call(app, `${rolesPath}/${role.userRoleId}`, {
      token: delegate.token,
      method: 'PUT',
      body: { name: role.name, permissions: { actions: ['BrandsRead', 'AnalyticsRead'] } },
      headers: { 'if-match': '"1"' },
    })
    expect([raised.status, raised.body.code]).toEqual([403, 'access.beyondOwn'])
  })

  test('permissions that the actor does not have can’t be removed from a role', async () => {
    const delegate = await person(app, { actions: limited })
    const role = await createRole(app, ['BrandsRead', 'AnalyticsRead'])
    const lower = (actions: string[]) =>
      call(app, `${rolesPath}/${role.userRoleId}`, {
        token: delegate.token,
        method: 'PUT',
        body: { name: role.name, permissions: { actions } },
        headers: { 'if-match': '"1"' },
      })
    expect((await lower(['BrandsRead'])).body).toMatchObject({
      code: 'access.beyondOwn',
      errors: [{ message: 'AnalyticsRead' }],
    })
    expect((await lower(['AnalyticsRead'])).status).toBe(200)
  })

  test('the account of someone with more permissions is neither changed, disabled, deleted, nor signed out', async () => {
    const above = await person(app, { actions: ['AnalyticsRead'] })
    const below = await person(app)
    const warden = await person(app, { actions: ['UserWrite'] })
    for (const [method, path, body] of [
      ['PUT', '/disabled', { disabled: true }],
      ['DELETE', '/sessions', {}],
      ['DELETE', '', {}],
    ] as const) {
      const as = ({ userId }: { userId: string }) =>
        call(app, `${usersPath}/${userId}${path}`, { token: warden.token, method, body })
      expect(await as(above)).toMatchObject({
        status: 403,
        body: { code: 'user.beyondOwn', errors: [{ message: 'AnalyticsRead' }] },
      })
      expect((await as(below)).status).toBeLessThan(300)
    }
    expect((await call(app, '/api/internal/currentUser', { token: above.token })).status).toBe(200)
  })

  test('[A19] a role beyond the actor’s own is neither assigned nor unassigned, to themselves, others, or groups', async () => {
    const delegate = await person(app, { actions: limited })
    const victim = await person(app)
    const administrator = await userIdOf(app, 'admin')
    const as = (path: string, method: 'POST' | 'DELETE') =>
      call(app, path, { token: delegate.token, method, body: {} })
    for (const [path, method] of [
      [`${usersPath}/${delegate.userId}/userRoles/${administratorRoleId}`, 'POST'],
      [`${usersPath}/${victim.userId}/userRoles/${administratorRoleId}`, 'POST'],
      [`${usersPath}/${administrator}/userRoles/${administratorRoleId}`, 'DELETE'],
      [`${rolesPath}/${administratorRoleId}/groups/${engineering}`, 'POST'],
    ] as const) {
      const { status, body } = await as(path, method)
      expect([status, body.code]).toEqual([403, 'access.beyondOwn'])
    }
    expect(await actionsOf(delegate.token)).not.toContain('InstanceSettingsRead')
  })

  test('permissions that someone’s groups could grant count, even if outdated or unknown', async () => {
    const group = randomUUID()
    const role = await createRole(app, ['AnalyticsRead'])
    const warden = await person(app, { actions: ['UserWrite'] })
    const disable = async ({ userId }: { userId: string }) =>
      (
        await call(app, `${usersPath}/${userId}/disabled`, {
          token: warden.token,
          method: 'PUT',
          body: { disabled: true },
        })
      ).status
    const unknown = await person(app, { groups: null })
    const old = await person(app, { groups: [group], groupsHoursAgo: 30 })
    const other = await person(app, { groups: [randomUUID()] })
    await call(app, `${rolesPath}/${role.userRoleId}/groups/${group}`, {
      token: admin,
      method: 'POST',
      body: {},
    })
    expect([await disable(old), await disable(unknown), await disable(other)]).toEqual([403, 403, 200])
    await call(app, `${rolesPath}/${role.userRoleId}/groups/${group}`, {
      token: admin,
      method: 'DELETE',
      body: {},
    })
    expect(await disable(old)).toBe(200)
  })

  test('group memberships in the embedded directory count before the next sign-in', async () => {
    const { db } = app.platform.database
    const role = await createRole(app, ['AnalyticsRead'])
    const warden = await person(app, { actions: ['UserWrite'] })
    const invited = await createPerson(app)
    const link = async () =>
      (
        await call(app, `${usersPath}/${invited.userId}/passwordLink`, {
          token: warden.token,
          method: 'POST',
          body: {},
        })
      ).status
    await call(app, `${rolesPath}/${role.userRoleId}/groups/${engineering}`, {
      token: admin,
      method: 'POST',
      body: {},
    })
    expect(await link()).toBe(200)
    await sql`insert into directory_membership (group_id, user_id)
      select ${engineering}::uuid, object_id::uuid from app_user where id = ${invited.userId}`.execute(db)
    expect(await link()).toBe(403)
    await call(app, `${rolesPath}/${role.userRoleId}/groups/${engineering}`, {
      token: admin,
      method: 'DELETE',
      body: {},
    })
  })

  test('deleting a user also removes their permissions on single objects, and requires having those', async () => {
    const agent = await publishAgent(app, 'Taken along')
    const holder = await person(app, { specific: [{ action: 'GptSystemsWriteSpecific', entityId: agent }] })
    const remove = async (actions: ('UserWrite' | 'GptSystemsWrite')[]) =>
      (
        await call(app, `${usersPath}/${holder.userId}`, {
          token: (await person(app, { actions })).token,
          method: 'DELETE',
          body: {},
        })
      ).status
    expect([await remove(['UserWrite']), await remove(['UserWrite', 'GptSystemsWrite'])]).toEqual([403, 204])
  })

  test('a permission on a single object can be granted by those who have it, or have it for all objects', async () => {
    const agent = await publishAgent(app, 'Guarded')
    const role = await createRole(app, [])
    const right = { action: 'GptSystemsWriteSpecific' as const, entityId: agent }
    const give = async (token: string, version: number) =>
      call(app, `${rolesPath}/${role.userRoleId}/entityConfiguration`, {
        token,
        method: 'PUT',
        body: { items: [{ ...right, entityType: 'GptSystem' }] },
        headers: { 'if-match': `"${version}"` },
      })
    const without = await person(app, { actions: ['UserRolesWrite'] })
    expect((await give(without.token, 1)).body.code).toBe('access.beyondOwn')
    const reader = await person(app, {
      actions: ['UserRolesWrite'],
      specific: [{ action: 'GptSystemsReadSpecific', entityId: agent }],
    })
    expect((await give(reader.token, 1)).body.code).toBe('access.beyondOwn')
    const writer = await person(app, { actions: ['UserRolesWrite'], specific: [right] })
    expect((await give(writer.token, 1)).status).toBe(200)
  })
})
