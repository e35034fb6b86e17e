import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CreatedPolicy, createPolicy, policiesPath } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { createBrand } from '../../testing/brands.ts'
import { call, ifMatch } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'

let app: TestApplication
let admin: string
let everyone: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
  const first = await call<{ items: { chatAccessPolicyId: string; name: string }[] }>(app, policiesPath, {
    token: admin,
  })
  everyone = first.body.items.find(({ name }) => name === 'Everyone')?.chatAccessPolicyId ?? ''
  await call(app, `${policiesPath}/${everyone}`, { token: admin, method: 'DELETE', body: {} })
})
afterAll(() => app?.remove())

const usable = async (token: string): Promise<string[]> => {
  const { body } = await call<{ items: { gptSystemId: string }[] }>(
    app,
    '/api/internal/currentUser/gptSystems?pageSize=200',
    { token },
  )
  return body.items.map(({ gptSystemId }) => gptSystemId)
}
const mayUse = async (token: string, gptSystemId: string) => (await usable(token)).includes(gptSystemId)
const update = (policy: CreatedPolicy, body: Record<string, unknown>, version = policy.version) =>
  call<CreatedPolicy>(app, `${policiesPath}/${policy.chatAccessPolicyId}`, {
    token: admin,
    method: 'PUT',
    body: {
      name: policy.name,
      subjects: policy.subjects.map(({ name: _, ...rest }) => rest),
      gptSystems: 'All',
      ...body,
    },
    headers: { 'if-match': `"${version}"` },
  })

describe('policies', () => {
  test('[R-7-100] [R-1-019] [R-3-097] a policy is created, read, changed, and deleted', async () => {
    const agent = await publishAgent(app, 'Of a policy')
    const someone = await person(app)
    const group = randomUUID()
    const created = await createPolicy(app, {
      description: 'For two kinds of people',
      subjects: [
        { kind: 'User', id: someone.userId },
        { kind: 'Group', id: group },
      ],
      gptSystems: [agent],
      limits: [{ kind: 'Messages', per: 'Day', amount: 50, counted: 'EachPerson' }],
      validTo: '2099-12-31T23:00:00.000Z',
    })
    expect(created.body).toMatchObject({
      enabled: true,
      subjects: [
        { kind: 'Group', id: group },
        { kind: 'User', id: someone.userId, name: expect.any(String) },
      ],
      gptSystems: [{ gptSystemId: agent, name: 'Of a policy' }],
      limits: [{ kind: 'Messages', per: 'Day', amount: 50, counted: 'EachPerson' }],
      brandKey: null,
      validFrom: null,
      validTo: '2099-12-31T23:00:00.000Z',
      version: 1,
    })
    const path = `${policiesPath}/${created.body.chatAccessPolicyId}`
    expect((await call(app, path, { token: admin })).body).toEqual(created.body)
    const changed = await update(created.body, { gptSystems: [agent], limits: [], enabled: false })
    expect(changed.body).toMatchObject({ enabled: false, limits: [], validTo: null, version: 2 })
    const row = await call<{ items: object[] }>(app, `${policiesPath}?gptSystemId=${agent}`, { token: admin })
    expect(row.body.items).toEqual([
      expect.objectContaining({ users: 1, groups: 1, everyone: false, allGptSystems: false, gptSystems: 1 }),
    ])
    expect((await call(app, path, { token: admin, method: 'DELETE', body: {} })).status).toBe(204)
    expect((await call(app, path, { token: admin })).body.code).toBe('chatAccessPolicy.notFound')
  })

  test('everything it names must exist, and its name must be unique', async () => {
    const refused = await createPolicy(app, {
      subjects: [{ kind: 'User', id: randomUUID() }],
      gptSystems: [randomUUID()],
      brandKey: 'nowhere',
    })
    expect(refused.body).toMatchObject({
      code: 'request.invalid',
      errors: [{ field: 'subjects.0' }, { field: 'gptSystems.0' }, { field: 'brandKey' }],
    })
    const created = (await createPolicy(app)).body
    const again = await createPolicy(app, { name: created.name.toUpperCase() })
    expect(again.body).toMatchObject({ code: 'chatAccessPolicy.nameTaken', errors: [{ field: 'name' }] })
    const backwards = await createPolicy(app, {
      validFrom: '2030-01-02T00:00:00.000Z',
      validTo: '2030-01-01T00:00:00.000Z',
    })
    expect(backwards.body).toMatchObject({ errors: [{ field: 'validTo' }] })
    const twice = { kind: 'Messages', per: 'Day', amount: 5, counted: 'Pool' }
    const doubled = await createPolicy(app, { limits: [twice, { ...twice, amount: 6 }] })
    expect(doubled.body).toMatchObject({ errors: [{ field: 'limits.1' }] })
    await call(app, `${policiesPath}/${created.chatAccessPolicyId}`, {
      token: admin,
      method: 'DELETE',
      body: {},
    })
  })
})

describe('[R-1-002] a user can chat with exactly the agents that policies grant', () => {
  const ways = [
    { name: 'everyone', subject: () => ({ kind: 'EveryoneSignedIn' }), others: true },
    { name: 'the person', subject: (userId: string) => ({ kind: 'User', id: userId }), others: false },
    { name: 'a group', subject: (_: string, group: string) => ({ kind: 'Group', id: group }), others: false },
  ]
  test.each(ways)('by naming $name, from the next call until it is deleted', async ({ subject, others }) => {
    const [mine, other] = [await publishAgent(app, 'Given'), await publishAgent(app, 'Not given')]
    const group = randomUUID()
    const [someone, stranger] = [await person(app, { groups: [group] }), await person(app)]
    expect(await usable(someone.token)).toEqual([])
    const policy = await createPolicy(app, {
      subjects: [subject(someone.userId, group)],
      gptSystems: [mine],
    })
    expect(await usable(someone.token)).toEqual([mine])
    expect(await usable(stranger.token)).toEqual(others ? [mine] : [])
    const ask = (gptSystemId: string) =>
      call(app, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, { token: someone.token })
    expect([(await ask(mine)).status, (await ask(other)).status]).toEqual([200, 404])
    const path = `${policiesPath}/${policy.body.chatAccessPolicyId}`
    await call(app, path, { token: admin, method: 'DELETE', body: {} })
    expect([(await usable(someone.token)).length, (await ask(mine)).status]).toEqual([0, 404])
  })

  test('not by groups that are unknown or older than a day', async () => {
    const agent = await publishAgent(app, 'For a group')
    const group = randomUUID()
    await createPolicy(app, { subjects: [{ kind: 'Group', id: group }], gptSystems: [agent] })
    const tokens = [
      await person(app, { groups: [group] }),
      await person(app, { groups: [group], groupsHoursAgo: 25 }),
      await person(app, { groups: null }),
    ]
    expect(await Promise.all(tokens.map(({ token }) => mayUse(token, agent)))).toEqual([true, false, false])
  })

  test('not by a policy that is disabled, not yet active, or expired', async () => {
    const agent = await publishAgent(app, 'In time')
    const { token, userId } = await person(app)
    const created = (
      await createPolicy(app, { subjects: [{ kind: 'User', id: userId }], gptSystems: [agent] })
    ).body
    const after = async (fields: Record<string, unknown>) => {
      const now = await call<CreatedPolicy>(app, `${policiesPath}/${created.chatAccessPolicyId}`, {
        token: admin,
      })
      await update(now.body, { gptSystems: [agent], ...fields })
      return mayUse(token, agent)
    }
    expect(await mayUse(token, agent)).toBe(true)
    expect(await after({ enabled: false })).toBe(false)
    expect(await after({ validFrom: '2099-01-01T00:00:00.000Z' })).toBe(false)
    expect(await after({ validTo: '2020-01-01T00:00:00.000Z' })).toBe(false)
    expect(await after({})).toBe(true)
  })

  test('within a brand, only the agents of that brand', async () => {
    const brandKey = (await createBrand(app)).body.brandKey
    const created = await call<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(app, '/api/internal/gptSystems/system/management', {
      token: admin,
      body: { name: 'Branded', brandKey },
    })
    const branded = created.body.gptSystem.gptSystemId
    await call(app, `/api/internal/gptSystems/system/management/${branded}/publishing`, {
      token: admin,
      method: 'PUT',
      body: { gptSystemConfigurationStateId: created.body.configuration.configStateId },
    })
    const plain = await publishAgent(app, 'Unbranded')
    const { token, userId } = await person(app)
    await createPolicy(app, { subjects: [{ kind: 'User', id: userId }], brandKey })
    expect([await mayUse(token, branded), await mayUse(token, plain)]).toEqual([true, false])
  })

  test('no policy, no access; and “all” means system agents only', async () => {
    const { token } = await person(app)
    expect(await usable(token)).toEqual([])
    const owner = await app.token('anna')
    const draft = await call<{ configuration: { configStateId: string } }>(
      app,
      '/api/internal/configStates',
      {
        token: owner,
        body: { gptSystemType: 'User' },
      },
    )
    const { configStateId } = draft.body.configuration
    await call(app, `/api/internal/configStates/${configStateId}`, {
      token: owner,
      method: 'PUT',
      body: { gptSystemName: 'Personal' },
      headers: ifMatch(),
    })
    await call(app, `/api/internal/gptSystems/user/management/fromConfigState/${configStateId}`, {
      token: owner,
      body: {},
    })
    const all = (await createPolicy(app)).body
    const personal = await sql<{ id: string }>`select id from gpt_system
      where gpt_system_type = 'User' and published_state_id is not null`.execute(app.platform.database.db)
    expect(personal.rows.length).toBeGreaterThan(0)
    for (const { id } of personal.rows) {
      expect(await mayUse(token, id)).toBe(false)
      expect(await mayUse(owner, id)).toBe(true)
    }
    await call(app, `${policiesPath}/${all.chatAccessPolicyId}`, { token: admin, method: 'DELETE', body: {} })
  })
})
