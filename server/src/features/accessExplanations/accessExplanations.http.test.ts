import { randomUUID } from 'node:crypto'
import type { accessExplanations } from '@parlance/contract/accessExplanations'
import type { Action } from '@parlance/contract/actions'
import type { Answer } from '@parlance/contract/endpoint'
import { screens } from '@parlance/contract/screens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPolicy, explanationsPath, policiesPath } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { person, type TestPerson } from '../../testing/people.ts'

type Explanation = Answer<typeof accessExplanations.explain>
let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
  const { body } = await call<{ items: { chatAccessPolicyId: string }[] }>(app, policiesPath, {
    token: admin,
  })
  for (const { chatAccessPolicyId } of body.items)
    await call(app, `${policiesPath}/${chatAccessPolicyId}`, { token: admin, method: 'DELETE', body: {} })
})
afterAll(() => app?.remove())

const explain = async (userId: string, kind: string, id: string) =>
  (
    await call<Explanation>(app, `${explanationsPath}?${new URLSearchParams({ userId, kind, id })}`, {
      token: admin,
    })
  ).body
const mayUse = async ({ token }: TestPerson, gptSystemId: string) =>
  (await call(app, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, { token })).status ===
  200

describe('an agent', () => {
  test('is explained by the policy that names the person’s group, and for someone else by what is missing', async () => {
    const agent = await publishAgent(app, 'Care')
    const group = randomUUID()
    const [anna, ben] = [
      await person(app, { groups: [group] }),
      await person(app, { groups: [randomUUID()] }),
    ]
    const policy = (
      await createPolicy(app, { subjects: [{ kind: 'Group', id: group }], gptSystems: [agent] })
    ).body
    const about = { id: policy.chatAccessPolicyId, name: policy.name, action: null }
    const yes = await explain(anna.userId, 'GptSystem', agent)
    expect(yes).toMatchObject({
      allowed: true,
      decidedBy: { kind: 'Policy', outcome: 'Gives', reason: 'namesGroup', groupId: group, ...about },
      thing: { id: agent, name: 'Care' },
    })
    const no = await explain(ben.userId, 'GptSystem', agent)
    expect(no).toMatchObject({ allowed: false, decidedBy: null })
    expect(no.chain).toContainEqual({
      kind: 'Policy',
      outcome: 'Nothing',
      reason: 'namesOthers',
      groupId: null,
      ...about,
    })
    expect(no.chain).toContainEqual(
      expect.objectContaining({ kind: 'Action', reason: 'lacksAction', action: 'GptSystemsWrite' }),
    )
  })

  test('groups that are unknown or outdated are reported as such, never as not being a member', async () => {
    const agent = await publishAgent(app, 'Unknown')
    const group = randomUUID()
    await createPolicy(app, { subjects: [{ kind: 'Group', id: group }], gptSystems: [agent] })
    const unknown = await explain((await person(app, { groups: null })).userId, 'GptSystem', agent)
    expect(unknown).toMatchObject({
      allowed: false,
      decidedBy: { outcome: 'Unknown', reason: 'groupsUnknown' },
    })
    const old = await person(app, { groups: [group], groupsHoursAgo: 26 })
    const stale = await explain(old.userId, 'GptSystem', agent)
    expect(stale.decidedBy).toMatchObject({ outcome: 'Unknown', reason: 'groupsOld' })
    for (const { chain } of [unknown, stale])
      expect(chain.map(({ reason }) => reason)).not.toContain('namesOthers')
  })

  test('a disabled user has no access, whatever else grants it', async () => {
    const agent = await publishAgent(app, 'Closed')
    const gone = await person(app, { disabled: true, actions: ['GptSystemsWrite'] })
    expect(await explain(gone.userId, 'GptSystem', agent)).toMatchObject({
      allowed: false,
      decidedBy: { kind: 'Account', outcome: 'Blocks', reason: 'disabled' },
    })
  })

  test('the explanation matches the actual access in every mix of policies, groups, and permissions', async () => {
    const agents = [await publishAgent(app, 'First'), await publishAgent(app, 'Second')]
    const groups = [randomUUID(), randomUUID()]
    // A fixed seed, so that every run uses the same mixes.
    let seed = 7
    const pick = <T>(from: readonly T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return from[Math.floor((seed / 2_147_483_648) * from.length)] as T
    }
    const people: TestPerson[] = []
    for (let created = 0; created < 12; created += 1) {
      const specific = pick([
        [],
        [],
        [{ action: 'GptSystemsWriteSpecific' as Action, entityId: pick(agents) }],
      ])
      people.push(
        await person(app, {
          groups: pick([null, [], [pick(groups)], groups]),
          groupsHoursAgo: pick([0, 0, 0, 30]),
          actions: pick<Action[]>([[], [], ['GptSystemsWrite'], ['BrandsRead']]),
          specific,
        }),
      )
    }
    for (let created = 0; created < 6; created += 1) {
      await createPolicy(app, {
        enabled: pick([true, true, false]),
        subjects: [
          pick([
            { kind: 'User', id: pick(people).userId },
            { kind: 'Group', id: pick(groups) },
            { kind: 'Group', id: pick(groups) },
          ]),
        ],
        gptSystems: pick(['All', [pick(agents)], agents]),
        validTo: pick([null, null, '2020-01-01T00:00:00.000Z']),
      })
    }
    const told: boolean[] = []
    for (const someone of people) {
      for (const agent of agents) {
        const { allowed, decidedBy } = await explain(someone.userId, 'GptSystem', agent)
        expect(allowed).toBe(await mayUse(someone, agent))
        if (allowed) expect(decidedBy?.outcome).toBe('Gives')
        told.push(allowed)
      }
    }
    // Some people have access and some don't, so the mix is meaningful.
    expect(new Set(told).size).toBe(2)
  })
})

describe('an admin page and a file library', () => {
  test('are explained by the role that grants access, or by the missing permission', async () => {
    const keeper = await person(app, { actions: ['BrandsWrite'] })
    const brands = await explain(keeper.userId, 'Screen', 'brands')
    expect(brands).toMatchObject({
      allowed: true,
      decidedBy: { kind: 'Action', reason: 'holdsAction', action: 'BrandsRead' },
      thing: { name: screens.brands.path },
    })
    expect(await explain(keeper.userId, 'Screen', 'auditLogs')).toMatchObject({
      allowed: false,
      chain: [{ reason: 'enabled' }, { reason: 'lacksAction', action: 'ConfigurationAuditLogRead' }],
    })
    const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
      token: admin,
      body: { name: `Library ${randomUUID()}` },
    })
    const { dataSourceId } = library.body
    expect((await explain(keeper.userId, 'DataSource', dataSourceId)).allowed).toBe(false)
    const reader = await person(app, {
      specific: [{ action: 'DataSourcesReadSpecific', entityId: dataSourceId }],
    })
    expect(await explain(reader.userId, 'DataSource', dataSourceId)).toMatchObject({
      allowed: true,
      decidedBy: { action: 'DataSourcesReadSpecific' },
    })
  })

  test('an unknown object or kind is reported as such', async () => {
    const { userId } = await person(app)
    const codes = await Promise.all(
      [
        [userId, 'GptSystem', randomUUID()],
        [userId, 'DataSource', randomUUID()],
        [randomUUID(), 'Screen', 'brands'],
        [userId, 'Screen', 'nothing'],
      ].map(
        async ([who = '', kind = '', id = '']) =>
          (await explain(who, kind, id)) as unknown as { code: string },
      ),
    )
    expect(codes.map(({ code }) => code)).toEqual([
      'agent.notFound',
      'dataSource.notFound',
      'user.notFound',
      'request.invalid',
    ])
  })
})
