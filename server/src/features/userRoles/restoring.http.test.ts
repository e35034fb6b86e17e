import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assignRole,
  type CreatedPolicy,
  type CreatedRole,
  createPolicy,
  createRole,
  policiesPath,
  rolesPath,
} from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { auditPath, type Entry, getEntry, newestEntry, restore } from '../../testing/auditLog.ts'
import { call } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'

let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

const put = (path: string, version: number, body: object) =>
  call(app, path, { token: admin, method: 'PUT', body, headers: { 'if-match': `"${version}"` } })
const read = async <T>(path: string) => (await call<T>(app, path, { token: admin })).body
/** Restores an entry with the given token. */
const restoreAs = async (token: string, entry: Entry) =>
  call(app, `${auditPath}/${entry.auditEntryId}/restore`, {
    token,
    body: { reason: 'It was a mistake.' },
    headers: {
      'if-match':
        (await call(app, `${auditPath}/${entry.auditEntryId}`, { token })).headers.get('etag') ?? '',
    },
  })

test('a role changed by mistake is restored, and takes effect with the next call', async () => {
  const role = await createRole(app, ['BrandsWrite'])
  const someone = await person(app)
  await assignRole(app, someone.userId, role.userRoleId)
  const path = `${rolesPath}/${role.userRoleId}`
  await put(path, 1, { name: role.name, permissions: { actions: ['AnalyticsRead'] } })
  const brands = async () => (await call(app, '/api/internal/brands', { token: someone.token })).status
  expect(await brands()).toBe(403)
  const bad = await getEntry(app, (await newestEntry(app, role.userRoleId)).auditEntryId)
  expect((await restore(app, bad)).status).toBe(200)
  expect((await read<CreatedRole>(path)).permissions.actions).toEqual(['BrandsWrite'])
  expect(await brands()).toBe(200)
})

test('a deleted role is created again with its ID and without assignments', async () => {
  const role = await createRole(app, ['BrandsRead'])
  const path = `${rolesPath}/${role.userRoleId}`
  await call(app, path, { token: admin, method: 'DELETE', body: {} })
  const removed = await getEntry(app, (await newestEntry(app, role.userRoleId)).auditEntryId)
  expect((await restore(app, removed)).status).toBe(200)
  expect(await read<CreatedRole>(path)).toMatchObject({ name: role.name, users: 0, groups: 0 })
})

test('[B7] restoring grants no one more than the actor has', async () => {
  const role = await createRole(app, ['InstanceSettingsWrite'])
  const path = `${rolesPath}/${role.userRoleId}`
  await put(path, 1, { name: role.name, permissions: { actions: [] } })
  const reduced = await newestEntry(app, role.userRoleId)
  const delegate = await person(app, { actions: ['ConfigurationAuditLogRead', 'UserRolesWrite'] })
  const refused = await restoreAs(delegate.token, reduced)
  expect([refused.status, refused.body.code]).toEqual([403, 'access.beyondOwn'])
  expect((await read<CreatedRole>(path)).permissions.actions).toEqual([])
  const reader = await person(app, { actions: ['ConfigurationAuditLogRead'] })
  expect((await restoreAs(reader.token, reduced)).status).toBe(403)
})

test('permissions on single objects are restored, within the same bounds', async () => {
  const agent = await publishAgent(app, 'Guarded')
  const role = await createRole(app, [])
  const path = `${rolesPath}/${role.userRoleId}/entityConfiguration`
  const items = [{ action: 'GptSystemsWriteSpecific', entityType: 'GptSystem', entityId: agent }]
  await put(path, 1, { items })
  await put(path, 2, { items: [] })
  const emptied = await newestEntry(app, role.userRoleId)
  expect(emptied.entityType).toBe('UserRoleEntityConfiguration')
  const delegate = await person(app, { actions: ['ConfigurationAuditLogRead', 'UserRolesWrite'] })
  expect((await restoreAs(delegate.token, emptied)).body.code).toBe('access.beyondOwn')
  expect((await restore(app, await getEntry(app, emptied.auditEntryId))).status).toBe(200)
  expect((await read<{ items: object[] }>(path)).items).toEqual([{ ...items[0], name: 'Guarded' }])
})

test('a policy is fully restored, even if it was deleted', async () => {
  const agent = await publishAgent(app, 'Of a policy')
  const group = randomUUID()
  const created = (
    await createPolicy(app, {
      subjects: [{ kind: 'Group', id: group }],
      gptSystems: [agent],
      limits: [{ kind: 'Tokens', per: 'Month', amount: 1000, counted: 'Pool' }],
    })
  ).body
  const path = `${policiesPath}/${created.chatAccessPolicyId}`
  await put(path, 1, { name: 'Wrong', subjects: [{ kind: 'EveryoneSignedIn' }], gptSystems: 'All' })
  const bad = await getEntry(app, (await newestEntry(app, created.chatAccessPolicyId)).auditEntryId)
  expect((await restore(app, bad)).status).toBe(200)
  const same = {
    name: created.name,
    subjects: created.subjects,
    gptSystems: created.gptSystems,
    limits: created.limits,
  }
  expect(await read<CreatedPolicy>(path)).toMatchObject(same)
  await call(app, path, { token: admin, method: 'DELETE', body: {} })
  const removed = await getEntry(app, (await newestEntry(app, created.chatAccessPolicyId)).auditEntryId)
  expect((await restore(app, removed)).status).toBe(200)
  expect(await read<CreatedPolicy>(path)).toMatchObject(same)
})
