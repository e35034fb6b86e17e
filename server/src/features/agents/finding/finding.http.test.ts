import { randomUUID } from 'node:crypto'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPolicy } from '../../../testing/access.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call, ifMatch, openStream } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'

let app: TestApplication
const engine = createScriptedEngine()
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  // The demo's policy, which gives everyone every system agent.
  await sql`update chat_access_policy set enabled = false`.execute(app.platform.database.db)
})
afterAll(() => app?.remove())

interface Card {
  gptSystemId: string
  name: string
  madeBy: string | null
  lastUsedAt?: string
}
const as = <T>({ token }: TestPerson, path: string, options: CallOptions = {}) =>
  call<T>(app, `/api/internal/${path}`, { token, ...options })
const of = 'currentUser/gptSystems'
const idsOf = (cards: readonly Card[]) => cards.map(({ gptSystemId }) => gptSystemId)
const recent = async (who: TestPerson) =>
  (await as<{ recentGptSystems: Card[] }>(who, `${of}/recent`)).body.recentGptSystems
const pinned = async (who: TestPerson) =>
  (await as<{ pinnedGptSystems: Card[] }>(who, `${of}/pinned`)).body.pinnedGptSystems
const shared = async (who: TestPerson, query = '') =>
  as<{ items: Card[]; continuationToken: string | null }>(who, `${of}/shared${query}`)
const pin = (who: TestPerson, gptSystemId: string) =>
  as<{ code?: string }>(who, `${of}/pinned/${gptSystemId}`, { method: 'POST', body: {} })
const unpin = (who: TestPerson, gptSystemId: string) =>
  as(who, `${of}/pinned/${gptSystemId}`, { method: 'DELETE' })
const order = (who: TestPerson, gptSystemIds: readonly string[]) =>
  as<{ code?: string }>(who, `${of}/pinned`, { method: 'PUT', body: { gptSystemIds } })

/** Creates a user with agents from a policy for them alone. */
async function someoneWith(names: readonly string[]): Promise<[TestPerson, string[], string]> {
  const who = await person(app)
  const agents: string[] = []
  for (const name of names)
    agents.push(
      await publishAgent(app, name, { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }),
    )
  const { body } = await createPolicy(app, {
    subjects: [{ kind: 'User', id: who.userId }],
    gptSystems: agents,
  })
  return [who, agents, body.chatAccessPolicyId]
}
async function ask(who: TestPerson, gptSystemId: string, more = {}): Promise<void> {
  engine.play(async (writer) => {
    writer.text('An answer.')
    return { usage: { inputTokens: 1, outputTokens: 1 } }
  })
  const path = `/api/internal/userConversations/byGptSystemId/${gptSystemId}`
  const stream = await openStream(app, path, { token: who.token, body: { question: 'A question', ...more } })
  await stream.ended
}
const takeAway = (chatAccessPolicyId: string) =>
  sql`update chat_access_policy set enabled = false where id = ${chatAccessPolicyId}::uuid`.execute(
    app.platform.database.db,
  )

describe('recent agents', () => {
  test('[R-1-006] [R-3-065] [R-7-069] are those the user has chatted with, most recent first', async () => {
    const [who, [first = '', second = '', never = '']] = await someoneWith(['First', 'Second', 'Never'])
    expect(await recent(who)).toEqual([])
    await ask(who, first)
    await ask(who, second)
    expect(idsOf(await recent(who))).toEqual([second, first])
    await ask(who, first)
    const found = await recent(who)
    expect(idsOf(found)).toEqual([first, second])
    expect(found[0]).toMatchObject({ name: 'First', madeBy: null })
    expect(Date.parse(found[0]?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(idsOf(found)).not.toContain(never)
    expect(idsOf(await recent(await person(app)))).toEqual([])
  })

  test('disappear when access ends or their last conversation is deleted', async () => {
    const [who, [agent = ''], policy] = await someoneWith(['Withdrawn'])
    await ask(who, agent)
    expect(idsOf(await recent(who))).toEqual([agent])
    await takeAway(policy)
    expect(await recent(who)).toEqual([])
    const [other, [deleted = '']] = await someoneWith(['Deleted'])
    await ask(other, deleted)
    await sql`update conversation set deleted_at = now() where owner_user_id = ${other.userId}::uuid`.execute(
      app.platform.database.db,
    )
    expect(await recent(other)).toEqual([])
  })

  test('do not include those used only in a temporary chat', async () => {
    const [who, [kept = '', hidden = '']] = await someoneWith(['Kept', 'Hidden'])
    await ask(who, kept)
    await ask(who, hidden, { temporary: true })
    expect(idsOf(await recent(who))).toEqual([kept])
  })

  test('are limited to twenty', async () => {
    const who = await person(app)
    const { db } = app.platform.database
    const agent = await publishAgent(app, `Many ${randomUUID()}`)
    const ids = Array.from({ length: limits.recentAgents + 5 }, () => uuid())
    // Copies of one agent, each with its own conversation.
    await sql`insert into gpt_system (id, gpt_system_type) select id, 'System' from unnest(${ids}::uuid[]) as n (id)`.execute(
      db,
    )
    await sql`insert into gpt_system_configuration_state select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
        'gpt_system_id', n.id))).* from gpt_system_configuration_state s, unnest(${ids}::uuid[]) as n (id)
      where s.gpt_system_id = ${agent}::uuid and s.status = 'Published'`.execute(db)
    await sql`update gpt_system g set published_state_id = s.id from gpt_system_configuration_state s
      where s.gpt_system_id = g.id and g.id = any(${ids}::uuid[])`.execute(db)
    await sql`insert into conversation (id, owner_user_id, gpt_system_id, title)
      select gen_random_uuid(), ${who.userId}::uuid, n.id, 'Asked' from unnest(${ids}::uuid[]) as n (id)`.execute(
      db,
    )
    expect(await recent(who)).toEqual([])
    await createPolicy(app, { subjects: [{ kind: 'User', id: who.userId }], gptSystems: ids })
    expect(await recent(who)).toHaveLength(limits.recentAgents)
  })
})

describe('pinned agents', () => {
  test('[R-1-005] [R-3-066] [R-7-070] [R-7-072] appear in pinning order, and no longer among the recent', async () => {
    const [who, [first = '', second = '']] = await someoneWith(['First', 'Second'])
    await ask(who, first)
    expect((await pin(who, first)).status).toBe(204)
    expect((await pin(who, second)).status).toBe(204)
    expect(idsOf(await pinned(who))).toEqual([first, second])
    expect(await recent(who)).toEqual([])
    // Pinning again changes nothing.
    expect((await pin(who, first)).status).toBe(204)
    expect(idsOf(await pinned(who))).toEqual([first, second])
    expect(await pinned(await person(app))).toEqual([])
  })

  test('[R-7-073] can be unpinned, and are recent again if they were used', async () => {
    const [who, [used = '', unused = '']] = await someoneWith(['Used', 'Unused'])
    await ask(who, used)
    for (const agent of [used, unused]) await pin(who, agent)
    for (const agent of [used, unused, used]) expect((await unpin(who, agent)).status).toBe(204)
    expect(await pinned(who)).toEqual([])
    expect(idsOf(await recent(who))).toEqual([used])
  })

  test('can be reordered, even if the order names unpinned agents or duplicates', async () => {
    const [who, [a = '', b = '', c = '', loose = '']] = await someoneWith(['A', 'B', 'C', 'Loose'])
    for (const agent of [a, b, c]) await pin(who, agent)
    expect((await order(who, [c, loose, c, a])).status).toBe(204)
    expect(idsOf(await pinned(who))).toEqual([c, b, a])
    await order(who, [b])
    expect(idsOf(await pinned(who))).toEqual([c, b, a])
    await order(who, [b, a, c])
    expect(idsOf(await pinned(who))).toEqual([b, a, c])
    expect(
      (
        await order(
          who,
          Array.from({ length: 101 }, () => a),
        )
      ).body.code,
    ).toBe('request.invalid')
  })

  test('are shown only while the user can chat with them, and keep their position when others are moved', async () => {
    const [who, [agent = ''], policy] = await someoneWith(['Comes back'])
    const [others] = [[await publishAgent(app, 'Before'), await publishAgent(app, 'After')]]
    const [before = '', after = ''] = others
    await createPolicy(app, { subjects: [{ kind: 'User', id: who.userId }], gptSystems: others })
    for (const one of [before, agent, after]) await pin(who, one)
    await takeAway(policy)
    expect(idsOf(await pinned(who))).toEqual([before, after])
    await order(who, [after, before])
    expect((await unpin(who, randomUUID())).status).toBe(204)
    await sql`update chat_access_policy set enabled = true where id = ${policy}::uuid`.execute(
      app.platform.database.db,
    )
    expect(idsOf(await pinned(who))).toEqual([after, agent, before])
  })

  test('cannot be unknown, another user’s, or unusable agents', async () => {
    const [, [agent = '']] = await someoneWith(['Not yours'])
    const who = await person(app)
    for (const id of [agent, randomUUID()]) {
      const refused = await pin(who, id)
      expect([refused.status, refused.body.code]).toEqual([404, 'agent.notFound'])
    }
  })

  test('are limited to a hundred, even when pinned at once', async () => {
    const [who, agents] = await someoneWith(['A', 'B', 'C'])
    await fill(who, limits.pinnedAgents - 2)
    const said = await Promise.all(agents.map((agent) => pin(who, agent)))
    expect(said.map(({ status }) => status).toSorted()).toEqual([204, 204, 409])
    expect(said.find(({ status }) => status === 409)?.body.code).toBe('agent.tooManyPins')
    expect(await pinned(who)).toHaveLength(2)
  })
})

/** Pins agents that no one can use. */
async function fill({ userId }: TestPerson, count: number): Promise<void> {
  await sql`with made as (
      insert into gpt_system (id, gpt_system_type) select gen_random_uuid(), 'System' from generate_series(1, ${count}) returning id)
    insert into pinned_gpt_system (user_id, gpt_system_id, position) select ${userId}::uuid, id, 1 from made`.execute(
    app.platform.database.db,
  )
}

/**
 * Creates a personal agent that its owner shares with a friend, and with a group that includes everyone but the
 * stranger.
 */
async function sharedAgent(name: string) {
  const groups = [randomUUID()]
  const [owner, friend] = [await person(app, { groups }), await person(app, { groups })]
  const stranger = await person(app)
  const { body } = await as<{ configuration: { gptSystemId: string; configStateId: string } }>(
    owner,
    'configStates',
    { body: { gptSystemType: 'User' } },
  )
  const { gptSystemId, configStateId } = body.configuration
  await as(owner, `configStates/${configStateId}`, {
    method: 'PUT',
    body: { gptSystemName: name },
    headers: ifMatch(),
  })
  await as(owner, `gptSystems/user/management/fromConfigState/${configStateId}`, {
    method: 'POST',
    body: {},
  })
  const path = `gptSystems/user/management/${gptSystemId}/shares`
  const { version } = (await as<{ version: number }>(owner, path)).body
  await as(owner, path, {
    method: 'PUT',
    body: {
      items: [
        { userId: friend.userId, right: 'Use' },
        // The owner is a member too.
        { groupId: groups[0], right: 'Use' },
      ],
    },
    headers: { 'if-match': `"${version}"` },
  })
  return { owner, friend, stranger, gptSystemId, sharesPath: path }
}

describe('agents shared with the user', () => {
  test("[R-3-124] [R-7-068] [R-7-071] are others' personal agents, listed with their creator, and stay among the available", async () => {
    const { owner, friend, stranger, gptSystemId } = await sharedAgent('Meeting notes')
    const found = (await shared(friend)).body
    expect(found).toMatchObject({
      items: [
        {
          gptSystemId,
          name: 'Meeting notes',
          madeBy: expect.stringContaining('Person'),
          gptSystemType: 'User',
        },
      ],
      continuationToken: null,
    })
    const available = await as<{ items: Card[] }>(friend, of)
    expect(idsOf(available.body.items)).toContain(gptSystemId)
    expect((await shared(friend, '?search=nothing')).body.items).toEqual([])
    expect(idsOf((await shared(friend, '?search=meeting')).body.items)).toEqual([gptSystemId])
    for (const who of [owner, stranger]) expect((await shared(who)).body.items).toEqual([])
  })
})

describe('directories', () => {
  interface Found {
    items: (Card & { categories: string[] })[]
    continuationToken: string | null
    total: number
    categories: { category: string; count: number }[]
  }
  const directory = async (who: TestPerson, name: string, query = '') =>
    (await as<Found>(who, `currentUser/gptSystemDirectories/${name}${query}`)).body
  const list = async (
    gptSystemId: string,
    listing: { listedInDirectory: boolean; categories?: string[] },
  ) => {
    const path = `/api/internal/gptSystems/system/management/${gptSystemId}/publishing`
    const token = await app.token('admin')
    const { status } = await call(app, path, { token, method: 'PUT', body: listing })
    expect(status).toBe(200)
  }

  test('[R-7-075] [R-7-076] the personal one contains the user’s own published agents, the shared one others’ until the share ends', async () => {
    const { owner, friend, stranger, gptSystemId, sharesPath } = await sharedAgent('Travel notes')
    await as(owner, 'gptSystems/user/management', { body: { name: 'Only begun' } })
    expect(await directory(owner, 'personal')).toMatchObject({
      items: [{ gptSystemId, name: 'Travel notes', madeBy: null, categories: [] }],
      total: 1,
    })
    expect(await directory(friend, 'shared')).toMatchObject({
      items: [{ gptSystemId, madeBy: expect.stringContaining('Person') }],
      total: 1,
    })
    for (const [who, name] of [
      [owner, 'shared'],
      [owner, 'system'],
      [friend, 'personal'],
      [friend, 'system'],
      [stranger, 'shared'],
      [stranger, 'personal'],
    ] as const)
      expect(await directory(who, name)).toMatchObject({ items: [], total: 0, categories: [] })
    const { version } = (await as<{ version: number }>(owner, sharesPath)).body
    await as(owner, sharesPath, {
      method: 'PUT',
      body: { items: [] },
      headers: { 'if-match': `"${version}"` },
    })
    expect(await directory(friend, 'shared')).toMatchObject({ items: [], total: 0 })
  })

  test('[R-7-077] the system one contains listed agents from policies by category, and counts nothing else', async () => {
    const [who, [law = '', money = '', hidden = ''], policy] = await someoneWith(['Law', 'Money', 'Hidden'])
    await list(law, { listedInDirectory: true, categories: ['Legal', 'Contracts'] })
    await list(money, { listedInDirectory: true, categories: ['Finance', 'Contracts'] })
    await list(hidden, { listedInDirectory: false, categories: ['Secret'] })
    const nobodys = await publishAgent(app, 'Not theirs')
    await list(nobodys, { listedInDirectory: true, categories: ['Elsewhere'] })
    const all = await directory(who, 'system')
    expect(all).toMatchObject({
      items: [
        { gptSystemId: law, categories: ['Legal', 'Contracts'] },
        { gptSystemId: money, categories: ['Finance', 'Contracts'] },
      ],
      continuationToken: null,
      total: 2,
      categories: [
        { category: 'Contracts', count: 2 },
        { category: 'Finance', count: 1 },
        { category: 'Legal', count: 1 },
      ],
    })
    // The user can still chat with an unlisted agent.
    expect(idsOf((await as<{ items: Card[] }>(who, of)).body.items)).toContain(hidden)
    expect(idsOf((await directory(who, 'system', '?category=Finance')).items)).toEqual([money])
    expect(await directory(who, 'system', '?category=Finance&search=law')).toMatchObject({
      items: [],
      total: 2,
      categories: all.categories,
    })
    expect(idsOf((await directory(who, 'system', '?search=LAW')).items)).toEqual([law])
    const first = await directory(who, 'system', '?pageSize=1')
    expect(idsOf(first.items)).toEqual([law])
    const rest = `?pageSize=1&continuationToken=${encodeURIComponent(first.continuationToken ?? '')}`
    expect(await directory(who, 'system', rest)).toMatchObject({
      items: [{ gptSystemId: money }],
      continuationToken: null,
    })
    await takeAway(policy)
    expect(await directory(who, 'system')).toMatchObject({ items: [], total: 0, categories: [] })
    expect(await directory(await person(app), 'system')).toMatchObject({ items: [], total: 0 })
  })

  test('there are exactly three', async () => {
    const { status } = await as(await person(app), 'currentUser/gptSystemDirectories/everything')
    expect(status).toBe(400)
  })
})
