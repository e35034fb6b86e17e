import { actions, isSpecific } from '@parlance/contract/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { signInOverHttp } from '../../testing/signIn.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

async function get(path: string, userName: string): Promise<unknown> {
  const { token } = await signInOverHttp(app, userName)
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${app.origin}/api/internal/${path}`, { headers })).json()
}

interface Roles {
  roles: { userRoleId: string; name: string; permissions: { resolvedActions: string[] } }[]
  specific: unknown[]
}

test('the current user is the one who signed in', async () => {
  expect(await get('currentUser', 'chloe')).toEqual({
    userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Chloe Haddad',
    userName: 'chloe',
    email: 'chloe@parlance.example',
    groups: ['5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d03'],
    groupsState: 'Known',
    editable: true,
  })
})

test('[R-7-074] roles include their resolved permissions: all for the administrator, one for others', async () => {
  // Other users sign in first: being first grants nothing.
  const ben = (await get('currentUser/rolesWithResolvedActions', 'ben')) as Roles
  expect(ben.roles.map((role) => [role.name, role.permissions.resolvedActions])).toEqual([
    ['User', ['GptSystemsRead']],
  ])
  const admin = (await get('currentUser/rolesWithResolvedActions', 'admin')) as Roles
  expect(admin.roles.map((role) => role.name)).toEqual(['Administrator', 'User'])
  expect(admin.roles[0]?.permissions.resolvedActions).toEqual(actions.filter((name) => !isSpecific(name)))
  expect(admin.roles[1]?.userRoleId).toBe(ben.roles[0]?.userRoleId)
  expect(admin.specific).toEqual([])
})
