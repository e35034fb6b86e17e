import { randomUUID } from 'node:crypto'
import type { Action } from '@parlance/contract/actions'
import type { chatAccessPolicies } from '@parlance/contract/chatAccessPolicies'
import type { Answer } from '@parlance/contract/endpoint'
import type { userRoles } from '@parlance/contract/userRoles'
import type { users } from '@parlance/contract/users'
import type { TestApplication } from './application.ts'
import { call, type JsonAnswer } from './client.ts'

export const rolesPath = '/api/internal/userRoles'
export const usersPath = '/api/internal/users'
export const policiesPath = '/api/internal/chatAccessPolicies'
export const explanationsPath = '/api/internal/accessExplanations'
export type CreatedRole = Answer<typeof userRoles.createUserRole>
export type CreatedUser = Answer<typeof users.createUser>
export type CreatedPolicy = Answer<typeof chatAccessPolicies.createChatAccessPolicy>

/** Creates a role as the administrator. */
export async function createRole(
  app: TestApplication,
  actions: readonly Action[],
  name = `Role ${randomUUID().slice(0, 8)}`,
): Promise<CreatedRole> {
  const created = await call<CreatedRole>(app, rolesPath, {
    token: await app.token('admin'),
    body: { name, permissions: { actions } },
  })
  if (created.status !== 200) throw new Error(`No role was created: ${JSON.stringify(created.body)}`)
  return created.body
}

/** Creates a user with an account of the embedded directory who has never signed in. */
export async function createPerson(app: TestApplication): Promise<CreatedUser> {
  const userName = `person-${randomUUID().slice(0, 8)}`
  const created = await call<CreatedUser>(app, usersPath, {
    token: await app.token('admin'),
    body: { name: `Person ${userName}`, userName, email: `${userName}@parlance.example` },
  })
  if (created.status !== 200) throw new Error(`No user was created: ${JSON.stringify(created.body)}`)
  return created.body
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
): Promise<JsonAnswer<CreatedPolicy>> {
  return call<CreatedPolicy>(app, policiesPath, {
    token: await app.token('admin'),
    body: {
      name: `Policy ${randomUUID().slice(0, 8)}`,
      subjects: [{ kind: 'EveryoneSignedIn' }],
      gptSystems: 'All',
      ...input,
    },
  })
}

/** Whether a token still works. */
export async function isSignedIn(app: TestApplication, token: string): Promise<boolean> {
  return (await call(app, '/api/internal/currentUser', { token })).status === 200
}
