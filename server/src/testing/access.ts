import { randomUUID } from 'node:crypto'
import type { Action } from '@parlance/contract/actions'
import type { chatAccessPolicies } from '@parlance/contract/chatAccessPolicies'
import type { Answer } from '@parlance/contract/endpoint'
import type { userRoles } from '@parlance/contract/userRoles'
import type { users } from '@parlance/contract/users'
import type { TestApplication } from './application.ts'
import type { Case } from './case.ts'
import { call, type JsonAnswer } from './client.ts'

export const rolesPath = '/api/internal/userRoles'
export const usersPath = '/api/internal/users'
export const policiesPath = '/api/internal/chatAccessPolicies'
export const explanationsPath = '/api/internal/accessExplanations'
export type MadeRole = Answer<typeof userRoles.createUserRole>
export type MadeUser = Answer<typeof users.createUser>
export type MadePolicy = Answer<typeof chatAccessPolicies.createChatAccessPolicy>

/** Creates a role as the administrator. */
export async function createRole(
  app: TestApplication,
  actions: readonly Action[],
  name = `Role ${randomUUID().slice(0, 8)}`,
): Promise<MadeRole> {
  const made = await call<MadeRole>(app, rolesPath, {
    token: await app.token('admin'),
    body: { name, permissions: { actions } },
  })
  if (made.status !== 200) throw new Error(`No role was created: ${JSON.stringify(made.body)}`)
  return made.body
}

/** Creates a user with an account of the embedded directory who has never signed in. */
export async function createPerson(app: TestApplication): Promise<MadeUser> {
  const userName = `person-${randomUUID().slice(0, 8)}`
  const made = await call<MadeUser>(app, usersPath, {
    token: await app.token('admin'),
    body: { name: `Person ${userName}`, userName, email: `${userName}@parlance.example` },
  })
  if (made.status !== 200) throw new Error(`No user was created: ${JSON.stringify(made.body)}`)
  return made.body
}

/** Returns the ID of a user who signs in with the demo's password. */
export async function userIdOf(app: TestApplication, userName: string): Promise<string> {
  const me = await call<{ userId: string }>(app, '/api/internal/currentUser', {
    token: await app.token(userName),
  })
  return me.body.userId
}

export async function assignRole(
  app: TestApplication,
  userId: string,
  userRoleId: string,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<JsonAnswer<unknown>> {
  return call(app, `${usersPath}/${userId}/userRoles/${userRoleId}`, {
    token: await app.token('admin'),
    method,
    body: {},
  })
}

export async function createPolicy(
  app: TestApplication,
  input: Record<string, unknown> = {},
): Promise<JsonAnswer<MadePolicy>> {
  return call<MadePolicy>(app, policiesPath, {
    token: await app.token('admin'),
    body: {
      name: `Policy ${randomUUID().slice(0, 8)}`,
      subjects: [{ kind: 'EveryoneSignedIn' }],
      gptSystems: 'All',
      ...input,
    },
  })
}

type Make = (world: { app: TestApplication; gptSystemId: string }) => Promise<Case>

const toRole: Make = async ({ app }) => ({
  params: { userRoleId: (await createRole(app, ['BrandsRead'])).userRoleId },
})
const toPerson: Make = async ({ app }) => ({ params: { userId: (await createPerson(app)).userId } })
const policy = { subjects: [{ kind: 'EveryoneSignedIn' }], gptSystems: 'All' }
const toPolicy: Make = async ({ app }) => ({
  params: { chatAccessPolicyId: (await createPolicy(app)).body.chatAccessPolicyId },
})
const named = (noun: string) => `${noun} ${randomUUID().slice(0, 8)}`
/** The tests' plain user is not a member, so they don't get the group's permissions. */
const group = '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d03'

/** A call that must succeed for each operation on users, roles, and policies. */
export const accessCases: Record<string, Make> = {
  'sessions.listSessions': async () => ({}),
  'sessions.endSession': async ({ app }) => {
    const token = await app.token('chloe')
    const listed = await call<{ items: { sessionId: string; current: boolean }[] }>(
      app,
      '/api/internal/currentUser/sessions',
      { token },
    )
    const other = listed.body.items.find(({ current }) => !current) ?? listed.body.items[0]
    return { params: { sessionId: other?.sessionId ?? '' }, token }
  },
  'currentUser.update': async () => ({ input: { name: 'Anna Lindqvist', email: 'anna@parlance.example' } }),
  'currentUser.getUsage': async ({ gptSystemId }) => ({ input: { gptSystemId } }),
  'agents.listGptSystems': async () => ({ input: { search: 'a' } }),
  'users.listUsers': async () => ({ input: { search: 'a', sort: '-lastSeenAt', disabled: 'false' } }),
  'users.createUser': async () => ({ input: { name: 'Made', userName: `made-${randomUUID()}` } }),
  'users.getUser': toPerson,
  'users.updateUser': async ({ app }) => {
    const { userId, version } = await createPerson(app)
    return {
      params: { userId },
      input: { name: 'Renamed' },
      headers: { 'if-match': `"${version}"` },
    }
  },
  'users.removeUser': toPerson,
  'users.getProfile': toPerson,
  'users.setDisabled': async (world) => ({ ...(await toPerson(world)), input: { disabled: true } }),
  'users.createPasswordLink': toPerson,
  'users.listSessions': toPerson,
  'users.endSessions': toPerson,
  'users.listUserRoles': toPerson,
  'users.assignRole': async (world) => {
    const [person, role] = await Promise.all([toPerson(world), toRole(world)])
    return { params: { ...person.params, ...role.params } }
  },
  'users.unassignRole': async (world) => {
    const [person, role] = await Promise.all([toPerson(world), toRole(world)])
    const params = { ...person.params, ...role.params }
    await assignRole(world.app, params.userId ?? '', params.userRoleId ?? '')
    return { params }
  },
  'userRoles.listUserRoles': async () => ({ input: { search: 'a', sort: '-updatedAt' } }),
  'userRoles.createUserRole': async () => ({
    input: { name: named('Made'), permissions: { actions: ['BrandsWrite'] } },
  }),
  'userRoles.getUserRole': toRole,
  'userRoles.updateUserRole': async ({ app }) => {
    const { userRoleId, name, version } = await createRole(app, ['BrandsRead'])
    return {
      params: { userRoleId },
      input: { name, permissions: { actions: ['BrandsRead', 'UserRead'] } },
      headers: { 'if-match': `"${version}"` },
    }
  },
  'userRoles.removeUserRole': toRole,
  'userRoles.getEntityConfiguration': toRole,
  'userRoles.updateEntityConfiguration': async ({ app, gptSystemId }) => {
    const { userRoleId, version } = await createRole(app, ['BrandsRead'])
    const right = { action: 'GptSystemsWriteSpecific', entityType: 'GptSystem', entityId: gptSystemId }
    return { params: { userRoleId }, input: { items: [right] }, headers: { 'if-match': `"${version}"` } }
  },
  'userRoles.listRoleUsers': toRole,
  'userRoles.listRoleGroups': toRole,
  'userRoles.assignGroup': async (world) => ({ params: { ...(await toRole(world)).params, groupId: group } }),
  'userRoles.unassignGroup': async (world) => ({
    params: { ...(await toRole(world)).params, groupId: group },
  }),
  'userActions.listUserActions': async () => ({}),
  'chatAccessPolicies.listChatAccessPolicies': async ({ gptSystemId }) => ({ input: { gptSystemId } }),
  'chatAccessPolicies.createChatAccessPolicy': async () => ({ input: { name: named('Made'), ...policy } }),
  'chatAccessPolicies.getChatAccessPolicy': toPolicy,
  'chatAccessPolicies.updateChatAccessPolicy': async ({ app }) => {
    const { chatAccessPolicyId, name, version } = (await createPolicy(app)).body
    return {
      params: { chatAccessPolicyId },
      input: { name, ...policy },
      headers: { 'if-match': `"${version}"` },
    }
  },
  'chatAccessPolicies.removeChatAccessPolicy': toPolicy,
  'exposure.previewPolicy': async () => ({ input: policy }),
  'accessExplanations.explain': async ({ app, gptSystemId }) => ({
    input: { userId: await userIdOf(app, 'ben'), kind: 'GptSystem', id: gptSystemId },
  }),
}
