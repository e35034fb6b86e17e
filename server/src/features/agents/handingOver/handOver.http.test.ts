import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assignRole, createRole } from '../../../testing/access.ts'
import { ifMatchOfState } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { ask, libraryOf } from '../../conversations/testing/asking.ts'

interface Card {
  gptSystemId: string
  madeBy: string | null
  mayEdit: boolean
}
interface Shares {
  items: { userId: string | null; groupId: string | null; right: string }[]
  version: number
}

let app: TestApplication
const group = randomUUID()
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

const management = 'gptSystems/user/management'
const as = <T = { code: string }>({ token }: TestPerson, path: string, options: CallOptions = {}) =>
  call<T>(app, `/api/internal/${path}`, { token, ...options })
const somebody = () => person(app, { groups: [group] })
const administrator = () => person(app, { actions: ['UserWrite'] })

/** Creates a named agent with its first draft. */
async function begun(owner: TestPerson, name = 'Minutes') {
  const { body } = await as<{ gptSystemId: string; draftStateId: string }>(owner, management, {
    body: { name },
  })
  return body
}

/** The same, published. */
async function agentOf(owner: TestPerson, name?: string): Promise<string> {
  const { gptSystemId, draftStateId } = await begun(owner, name)
  const path = `${management}/fromConfigState/${draftStateId}`
  expect((await as(owner, path, { method: 'POST', body: {} })).status).toBe(200)
  return gptSystemId
}

async function share(owner: TestPerson, gptSystemId: string, items: object[]): Promise<void> {
  const path = `${management}/${gptSystemId}/shares`
  const { version } = (await as<Shares>(owner, path)).body
  const headers = { 'if-match': `"${version}"` }
  expect((await as(owner, path, { method: 'PUT', body: { items }, headers })).status).toBe(200)
}
const sharesOf = async (owner: TestPerson, gptSystemId: string) =>
  (await as<Shares>(owner, `${management}/${gptSystemId}/shares`)).body.items.map(
    ({ userId, groupId, right }) => [userId ?? groupId, right],
  )
const handOver = (who: TestPerson, gptSystemId: string, body: object) =>
  as(who, `${management}/${gptSystemId}/handOver`, { body })
const handOverLeft = (who: TestPerson, from: TestPerson, gptSystemId: string, to: TestPerson) =>
  as(who, `users/${from.userId}/gptSystems/${gptSystemId}/handOver`, { body: { newOwnerId: to.userId } })
const leftBy = (who: TestPerson, from: TestPerson) =>
  as<{ items: { gptSystemId: string; name: string; shares: number }[] }>(
    who,
    `users/${from.userId}/gptSystems`,
  )
const cardOf = async (who: TestPerson, gptSystemId: string) =>
  (await as<{ items: Card[] }>(who, 'currentUser/gptSystems?pageSize=200')).body.items.find(
    (one) => one.gptSystemId === gptSystemId,
  )
const isOwn = async (who: TestPerson, gptSystemId: string) =>
  (await as(who, `${management}/${gptSystemId}`)).status === 200
const setDisabled = ({ userId }: TestPerson, disabled: boolean) =>
  sql`update app_user set disabled = ${disabled} where id = ${userId}`.execute(app.platform.database.db)

describe('an owner transfers', () => {
  test('an agent, which belongs to the new owner from the next request, with its shares and an audit entry', async () => {
    const [owner, receiver, friend] = [await somebody(), await somebody(), await somebody()]
    const gptSystemId = await agentOf(owner)
    await share(owner, gptSystemId, [
      { userId: friend.userId, right: 'Use' },
      { userId: receiver.userId, right: 'Edit' },
    ])
    expect((await handOver(owner, gptSystemId, { userId: receiver.userId })).status).toBe(204)
    expect([await isOwn(owner, gptSystemId), await isOwn(receiver, gptSystemId)]).toEqual([false, true])
    expect(await cardOf(owner, gptSystemId)).toBeUndefined()
    expect(await cardOf(receiver, gptSystemId)).toMatchObject({ madeBy: null, mayEdit: true })
    const name = (await as<{ name: string }>(receiver, 'currentUser')).body.name
    expect(await cardOf(friend, gptSystemId)).toMatchObject({ madeBy: name, mayEdit: false })
    // The new owner's own share is removed, because the agent is now theirs.
    expect(await sharesOf(receiver, gptSystemId)).toEqual([[friend.userId, 'Use']])
    const { rows } = await sql<{ verb: string; by: string }>`select verb, actor_user_id as by from audit_entry
      where entity_type = 'AgentOwner' and entity_id = ${gptSystemId} and outcome = 'Done'`.execute(
      app.platform.database.db,
    )
    expect(rows).toEqual([{ verb: 'handOver', by: owner.userId }])
  })

  test('and keeps the chosen access, which the new owner can remove', async () => {
    const [owner, receiver] = [await somebody(), await somebody()]
    const gptSystemId = await agentOf(owner)
    expect((await handOver(owner, gptSystemId, { userId: receiver.userId, keep: 'Edit' })).status).toBe(204)
    expect(await cardOf(owner, gptSystemId)).toMatchObject({ mayEdit: true })
    expect(await isOwn(owner, gptSystemId)).toBe(false)
    expect((await handOver(owner, gptSystemId, { userId: owner.userId })).status).toBeGreaterThanOrEqual(400)
    await share(receiver, gptSystemId, [])
    expect(await cardOf(owner, gptSystemId)).toBeUndefined()
  })

  test('a draft that no one can chat with yet, but not one without a name', async () => {
    const [owner, receiver] = [await somebody(), await somebody()]
    const { gptSystemId, draftStateId } = await begun(owner)
    expect((await handOver(owner, gptSystemId, { userId: receiver.userId })).status).toBe(204)
    const change = {
      method: 'PUT',
      body: { description: 'Mine now' },
      headers: await ifMatchOfState(app, draftStateId),
    } as const
    expect((await as(owner, `configStates/${draftStateId}`, change)).status).toBe(404)
    expect((await as(receiver, `configStates/${draftStateId}`, change)).status).toBe(200)
    const unnamed = await as<{ configuration: { gptSystemId: string } }>(owner, 'configStates', {
      body: { gptSystemType: 'User' },
    })
    const refused = await handOver(owner, unnamed.body.configuration.gptSystemId, { userId: receiver.userId })
    expect(refused.body.code).toBe('agent.unnamed')
  })

  test('only their own agents, and only to people they can find: all others are rejected alike', async () => {
    const [owner, friend] = [await somebody(), await somebody()]
    const gptSystemId = await agentOf(owner)
    await share(owner, gptSystemId, [{ userId: friend.userId, right: 'Edit' }])
    const far = await person(app, { groups: [randomUUID()] })
    const gone = await person(app, { groups: [group], disabled: true })
    for (const userId of [far.userId, gone.userId, randomUUID(), owner.userId])
      expect((await handOver(owner, gptSystemId, { userId })).body.code).toBe('agent.receiver')
    for (const who of [
      friend,
      await person(app, { actions: ['UserWrite', 'GptSystemsWrite'], groups: [group] }),
    ])
      expect((await handOver(who, gptSystemId, { userId: owner.userId })).body.code).toBe('agent.notFound')
    expect(await isOwn(owner, gptSystemId)).toBe(true)
    // The owner can find people that the agent is already shared with.
    await sql`update app_user set group_ids = '{}' where id = ${friend.userId}`.execute(
      app.platform.database.db,
    )
    expect((await handOver(owner, gptSystemId, { userId: friend.userId })).status).toBe(204)
  })

  test('if the limit allows it and personal agents are enabled', async () => {
    const [owner, receiver] = [await somebody(), await somebody()]
    const gptSystemId = await agentOf(owner)
    await agentOf(receiver)
    const setFlag = async (enabled: boolean) =>
      call(app, '/api/internal/featureFlags/AllowUserCreatedGptSystems', {
        token: await app.token('admin'),
        method: 'PUT',
        body: { enabled },
      })
    await changeSettings(app, { personalAgentLimit: 1 })
    const full = await handOver(owner, gptSystemId, { userId: receiver.userId })
    expect([full.status, full.body.code]).toEqual([409, 'agent.receiverFull'])
    await changeSettings(app, { personalAgentLimit: 20 })
    await setFlag(false)
    const off = await handOver(owner, gptSystemId, { userId: receiver.userId })
    expect([off.status, off.body.code]).toEqual([403, 'agent.personalOff'])
    await setFlag(true)
    expect((await handOver(owner, gptSystemId, { userId: receiver.userId })).status).toBe(204)
  })

  test('two at once without exceeding the new owner’s limit', async () => {
    const receiver = await somebody()
    const owners = await Promise.all([somebody(), somebody(), somebody()])
    const given = await Promise.all(owners.map(async (owner) => ({ owner, id: await agentOf(owner) })))
    await changeSettings(app, { personalAgentLimit: 2 })
    const codes = await Promise.all(
      given.map(async ({ owner, id }) => (await handOver(owner, id, { userId: receiver.userId })).status),
    )
    await changeSettings(app, { personalAgentLimit: 20 })
    expect(codes.sort()).toEqual([204, 204, 409])
  })
})

describe('agents of someone who left', () => {
  test('are listed and transferred by user administrators, without revealing other agents', async () => {
    const [owner, friend, receiver, admin] = [
      await somebody(),
      await somebody(),
      await person(app),
      await administrator(),
    ]
    const gptSystemId = await agentOf(owner, 'Left behind')
    await share(owner, gptSystemId, [{ userId: friend.userId, right: 'Use' }])
    expect((await leftBy(admin, owner)).body.items).toEqual([])
    expect((await handOverLeft(admin, owner, gptSystemId, receiver)).body.code).toBe('agent.ownerMaySignIn')
    await setDisabled(owner, true)
    expect(await cardOf(friend, gptSystemId)).toBeUndefined()
    expect((await leftBy(admin, owner)).body.items).toMatchObject([
      { gptSystemId, name: 'Left behind', shares: 1 },
    ])
    expect((await leftBy(friend, owner)).status).toBe(403)
    expect((await handOverLeft(friend, owner, gptSystemId, friend)).status).toBe(403)
    expect((await handOverLeft(admin, owner, gptSystemId, receiver)).status).toBe(204)
    expect((await leftBy(admin, owner)).body.items).toEqual([])
    expect(await isOwn(receiver, gptSystemId)).toBe(true)
    // The share was inactive while its owner was disabled and is active again.
    expect(await cardOf(friend, gptSystemId)).toMatchObject({ mayEdit: false })
    await setDisabled(owner, false)
    expect(await cardOf(owner, gptSystemId)).toBeUndefined()
  })

  test('can go to someone who can sign in and has room, but not be taken from someone with more permissions', async () => {
    const [owner, admin] = [await somebody(), await administrator()]
    const gptSystemId = await agentOf(owner)
    const role = await createRole(app, ['BrandsWrite'])
    await assignRole(app, owner.userId, role.userRoleId)
    await setDisabled(owner, true)
    const receiver = await person(app)
    expect((await handOverLeft(admin, owner, gptSystemId, receiver)).body.code).toBe('user.beyondOwn')
    expect((await leftBy(admin, owner)).status).toBe(403)
    const both = await person(app, { actions: ['UserWrite', 'BrandsWrite'] })
    const gone = await person(app, { disabled: true })
    expect((await handOverLeft(both, owner, gptSystemId, gone)).body.code).toBe('agent.receiver')
    expect((await handOverLeft(both, owner, gptSystemId, owner)).body.code).toBe('agent.receiver')
    // Another user's agent can't be reached through a user who left.
    const other = await agentOf(receiver)
    expect((await handOverLeft(both, owner, other, both)).body.code).toBe('agent.notFound')
    await changeSettings(app, { personalAgentLimit: 1 })
    expect((await handOverLeft(both, owner, gptSystemId, receiver)).body.code).toBe('agent.receiverFull')
    await changeSettings(app, { personalAgentLimit: 20 })
    expect((await handOverLeft(both, owner, gptSystemId, receiver)).status).toBe(204)
  })
})

describe('all agents of someone who left', () => {
  interface Preview {
    agents: number
    canSignIn: boolean
    items: {
      gptSystemId: string
      name: string
      isPublished: boolean
      versions: number
      shares: number
      people: number
    }[]
  }
  const preview = (who: TestPerson, from: TestPerson) =>
    as<Preview & { code?: string }>(who, `users/${from.userId}/transferAgents`)
  const transfer = (who: TestPerson, from: TestPerson, to: TestPerson, gptSystemIds?: string[]) =>
    as<{ transferred: number; left: number; code?: string }>(who, `users/${from.userId}/transferAgents`, {
      body: { toUserId: to.userId, ...(gptSystemIds ? { gptSystemIds } : {}) },
    })

  test('are transferred at once, with drafts, while those who use them notice nothing', async () => {
    const [owner, friend, receiver, admin] = [
      await somebody(),
      await somebody(),
      await person(app),
      await administrator(),
    ]
    const published = await agentOf(owner, 'Published')
    const draft = (await begun(owner, 'Draft')).gptSystemId
    await share(owner, published, [{ userId: friend.userId, right: 'Use' }])
    const asked = await ask(app, friend.token, { gptSystemId: published }, 'Before?')
    expect((await preview(admin, owner)).body).toEqual({ agents: 2, canSignIn: true, items: [] })
    expect((await transfer(admin, owner, receiver)).body.code).toBe('agent.ownerMaySignIn')
    await setDisabled(owner, true)
    expect((await preview(admin, owner)).body.items).toEqual([
      { gptSystemId: draft, name: 'Draft', isPublished: false, versions: 1, shares: 0, people: 0 },
      { gptSystemId: published, name: 'Published', isPublished: true, versions: 1, shares: 1, people: 1 },
    ])
    expect((await transfer(admin, owner, receiver)).body).toEqual({ transferred: 2, left: 0 })
    expect([await isOwn(receiver, published), await isOwn(receiver, draft)]).toEqual([true, true])
    expect(await cardOf(friend, published)).toMatchObject({ mayEdit: false })
    const again = await ask(app, friend.token, { conversationId: asked.conversationId }, 'After?')
    expect(again.segment.status).toBe('Completed')
    const notices = await as<{ items: { kind: string }[] }>(receiver, 'currentUser/notifications')
    expect(notices.body.items.map(({ kind }) => kind)).toEqual(['AgentTransferred', 'AgentTransferred'])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
      where entity_type = 'AgentOwner' and entity_id in (${published}, ${draft}) and outcome = 'Done'`.execute(
      app.platform.database.db,
    )
    expect(rows).toEqual([{ count: 2 }])
  })

  test('are all or none transferred, within the new owner’s limit, and only those of that person', async () => {
    const [owner, receiver, admin] = [await somebody(), await person(app), await administrator()]
    const [first, second] = [await agentOf(owner, 'First'), await agentOf(owner, 'Second')]
    const other = await agentOf(receiver, 'Not theirs')
    await setDisabled(owner, true)
    await changeSettings(app, { personalAgentLimit: 2 })
    const full = await transfer(admin, owner, receiver)
    expect([full.status, full.body.code]).toEqual([409, 'agent.receiverFull'])
    expect((await preview(admin, owner)).body.agents).toBe(2)
    expect((await transfer(admin, owner, receiver, [second])).body).toEqual({ transferred: 1, left: 1 })
    await changeSettings(app, { personalAgentLimit: 20 })
    expect((await transfer(admin, owner, receiver, [first, other])).body.code).toBe('agent.notFound')
    expect(await isOwn(receiver, first)).toBe(false)
    expect((await transfer(admin, owner, owner)).body.code).toBe('agent.receiver')
    expect((await transfer(owner, owner, receiver)).status).toBe(403)
  })

  test('keep the libraries that the new owner can read, and lose others', async () => {
    const readable = await libraryOf(app, `Readable ${randomUUID()}`, { 'a.txt': 'Herons eat fish.' })
    const closed = await libraryOf(app, `Closed ${randomUUID()}`, { 'b.txt': 'Otters eat crabs.' })
    const reads = (entityId: string) => ({ action: 'DataSourcesReadSpecific' as const, entityId })
    const owner = await person(app, { specific: [reads(readable), reads(closed)] })
    const receiver = await person(app, { specific: [reads(readable)] })
    const admin = await administrator()
    const { gptSystemId, draftStateId } = await begun(owner, 'Reader')
    const linked = await as(owner, `configStates/${draftStateId}`, {
      method: 'PUT',
      body: { dataSources: [{ dataSourceId: readable }, { dataSourceId: closed }] },
      headers: await ifMatchOfState(app, draftStateId),
    })
    expect(linked.status).toBe(200)
    await setDisabled(owner, true)
    const strong = await person(app, {
      actions: ['UserWrite'],
      specific: [reads(readable), reads(closed)],
    })
    expect((await transfer(admin, owner, receiver)).body.code).toBe('user.beyondOwn')
    expect((await transfer(strong, owner, receiver)).status).toBe(200)
    const { rows } = await sql<{
      source: string
      by: string
    }>`select r.data_source_id as source, r.linked_by as by
      from gpt_system_rag_data_source r join gpt_system_configuration_state s on s.id = r.state_id
      where s.gpt_system_id = ${gptSystemId}`.execute(app.platform.database.db)
    expect(new Map(rows.map(({ source, by }) => [source, by]))).toEqual(
      new Map([
        [readable, receiver.userId],
        [closed, owner.userId],
      ]),
    )
  })
})

test('others’ agents that the user can edit are listed with their owner; those they can only use are not', async () => {
  const [owner, editor, user] = [await somebody(), await somebody(), await somebody()]
  const { gptSystemId, draftStateId } = await begun(owner, 'Together')
  await share(owner, gptSystemId, [
    { userId: editor.userId, right: 'Edit' },
    { userId: user.userId, right: 'Use' },
  ])
  const edited = async (who: TestPerson) =>
    (await as<{ items: object[] }>(who, `${management}?whose=Edited`)).body.items
  const madeBy = (await as<{ name: string }>(owner, 'currentUser')).body.name
  expect(await edited(editor)).toMatchObject([{ gptSystemId, draftStateId, madeBy, publishedStateId: null }])
  expect([await edited(user), await edited(owner)]).toEqual([[], []])
  expect((await as<{ items: object[] }>(editor, management)).body.items).toEqual([])
})
