import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ifMatchOfState } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch, openStream } from '../../testing/client.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { createLibrary, settled, upload } from '../knowledge/testing/library.ts'

// Receiving an agent from someone must not give access that the recipient lacks. Tests every way an agent can
// reach another user, with a library that this user can't read.

const SECRET = 'The vault of Vela opens with 4711.'
const system = '/api/internal/gptSystems/system/management'
const systemStates = '/api/internal/gptSystems/configurationStates'
const own = '/api/internal/gptSystems/user/management'
const states = '/api/internal/configStates'
const base = '/api/internal/userConversations'

let app: TestApplication
let dataSourceId: string
/** Can read the library and links it to their own agent. */
let owner: TestPerson
/** Can't read the library. */
let receiver: TestPerson

beforeAll(async () => {
  app = await startTestApplication()
  dataSourceId = await createLibrary(app, 'Vault')
  await upload(app, dataSourceId, 'vault.txt', SECRET)
  await settled(app, dataSourceId)
})
afterAll(() => app?.remove())
beforeEach(async () => {
  owner = await person(app, { specific: [{ action: 'DataSourcesReadSpecific', entityId: dataSourceId }] })
  receiver = await person(app)
})

const as = <T = { code: string; errors: unknown[]; items: unknown[] }>(
  { token }: Pick<TestPerson, 'token'>,
  path: string,
  options: CallOptions = {},
) => call<T>(app, path, { token, ...options })

/** Asks about the vault at this path and returns whether the answer's stream contains the secret. */
async function learns({ token }: Pick<TestPerson, 'token'>, path: string): Promise<boolean | number> {
  const stream = await openStream(app, path, { token, body: { question: 'What opens the vault of Vela?' } })
  await stream.ended
  return stream.status === 200 ? stream.raw().includes('4711') : stream.status
}
const chatWith = (gptSystemId: string) => `${base}/byGptSystemId/${gptSystemId}`
const testOf = (stateId: string) => `${states}/${stateId}/conversations`

interface Draft {
  gptSystemId: string
  configStateId: string
}

/** Changes a draft of a personal agent. */
const change = async (who: TestPerson, { configStateId }: Draft, body: object) =>
  as(who, `${states}/${configStateId}`, {
    method: 'PUT',
    body,
    headers: await ifMatchOfState(app, configStateId),
  })

async function draftOf(who: TestPerson, linked = true): Promise<Draft> {
  const { body } = await as<{ configuration: Draft }>(who, states, { body: { gptSystemType: 'User' } })
  const { gptSystemId, configStateId } = body.configuration
  const draft = { gptSystemId, configStateId }
  const dataSources = linked ? { dataSources: [{ dataSourceId }] } : {}
  expect((await change(who, draft, { gptSystemName: 'Keeper', ...dataSources })).status).toBe(200)
  return draft
}

/** Creates a published agent of the owner that answers from the library. */
async function published(): Promise<Draft> {
  const draft = await draftOf(owner)
  const path = `${own}/fromConfigState/${draft.configStateId}`
  expect((await as(owner, path, { method: 'POST', body: {} })).status).toBe(200)
  expect(await learns(owner, chatWith(draft.gptSystemId))).toBe(true)
  return draft
}

/** Inserts a share directly, as from the owner. Sharing itself is tested elsewhere. */
async function share({ gptSystemId }: Draft, right: 'Use' | 'Edit') {
  await sql`insert into agent_share (id, gpt_system_id, user_id, share_right)
    values (gen_random_uuid(), ${gptSystemId}, ${receiver.userId}, ${right})`.execute(
    app.platform.database.db,
  )
}

async function allowOnward(mayBeSharedOnward: boolean) {
  const token = await app.token('admin')
  const path = `/api/internal/fileLibraries/${dataSourceId}`
  const { body } = await as<{ items: { dataSourceId: string; version: number }[] }>(
    { token },
    '/api/internal/dataSources?search=vault',
  )
  const version = body.items.find((one) => one.dataSourceId === dataSourceId)?.version ?? 0
  const changed = await as<{ mayBeSharedOnward: boolean }>({ token }, path, {
    method: 'PUT',
    body: { mayBeSharedOnward },
    headers: ifMatch(version),
  })
  expect([changed.status, changed.body.mayBeSharedOnward]).toEqual([200, mayBeSharedOnward])
}

describe('an agent shared with someone who cannot read its library', () => {
  test('[B1] answers from the library only while it can be shared onward', async () => {
    const agent = await published()
    await share(agent, 'Use')
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(false)
    await allowOnward(true)
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(true)
    await allowOnward(false)
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(false)
    expect(await learns(owner, chatWith(agent.gptSystemId))).toBe(true)
  })

  test('shows its owner which libraries it can use to answer them', async () => {
    const agent = await published()
    const libraries = async () =>
      (await as<{ libraries: object[] }>(owner, `${own}/${agent.gptSystemId}/shares`)).body.libraries
    expect(await libraries()).toEqual([{ dataSourceId, name: 'Vault', mayBeSharedOnward: false }])
    await allowOnward(true)
    expect(await libraries()).toEqual([{ dataSourceId, name: 'Vault', mayBeSharedOnward: true }])
    await allowOnward(false)
    // Libraries that no longer answer anyone are not named.
    await sql`delete from role_entity_configuration where user_id = ${owner.userId}`.execute(
      app.platform.database.db,
    )
    await vi.waitFor(async () => expect(await libraries()).toEqual([]), { timeout: 300_000, interval: 300 })
  })

  test('no longer opens sources of earlier answers once access is lost', async () => {
    const agent = await published()
    await share(agent, 'Use')
    await allowOnward(true)
    const stream = await openStream(app, chatWith(agent.gptSystemId), {
      token: receiver.token,
      body: { question: 'What opens the vault of Vela?' },
    })
    await stream.ended
    const [first] = stream.events
    if (first?.event !== 'conversation-and-segment-id') throw new Error('The question wasn’t answered.')
    const { conversationId, conversationSegmentId } = first.data
    const segment = `${base}/${conversationId}/segments/${conversationSegmentId}`
    const document = () => as<{ gone: boolean }>(receiver, `${segment}/citedDocuments/1`)
    const file = `${segment}/uploadedFiles/${Buffer.from('vault.txt').toString('base64url')}`
    expect((await document()).body.gone).toBe(false)
    expect(
      (await fetch(`${app.origin}${file}`, { headers: { authorization: `Bearer ${receiver.token}` } }))
        .status,
    ).toBe(200)
    await allowOnward(false)
    expect((await document()).body.gone).toBe(true)
    expect((await as(receiver, file)).status).toBe(404)
  })

  test('answers from the library if they can read it themselves', async () => {
    const agent = await published()
    receiver = await person(app, {
      specific: [{ action: 'DataSourcesReadSpecific', entityId: dataSourceId }],
    })
    await share(agent, 'Use')
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(true)
  })

  test('[A6] [B1] gives its editors none of the owner’s permissions: not in a test chat, a draft, or a deeper search', async () => {
    const agent = await published()
    await share(agent, 'Edit')
    const begun = await as<{ configuration: Draft }>(receiver, states, {
      body: { gptSystemType: 'User', gptSystemId: agent.gptSystemId },
    })
    const draft = begun.body.configuration
    expect(await learns(receiver, testOf(draft.configStateId))).toBe(false)
    // The existing link stays. A deeper search requires the permission, like a new link.
    const deeper = await change(receiver, draft, { dataSources: [{ dataSourceId, topK: 20 }] })
    expect(deeper.body.code).toBe('dataSource.notFound')
    const mine = await draftOf(receiver, false)
    const linked = await change(receiver, mine, { dataSources: [{ dataSourceId }] })
    expect(linked.body.code).toBe('dataSource.notFound')
    expect(await learns(receiver, testOf(mine.configStateId))).toBe(false)
    // The owner, testing the editor's changes, finds what they can read.
    expect(await learns(owner, testOf(draft.configStateId))).toBe(true)
  })
})

test('[A7] editing an agent gives no control over its linked files, which stay and are still cited', async () => {
  const agent = await published()
  await share(agent, 'Edit')
  const stored = () =>
    sql<{ fileId: string; of: string }>`select file_id as "fileId", f::text as of from file f
      where data_source_id = ${dataSourceId}`.execute(app.platform.database.db)
  const { rows } = await stored()
  const path = `/api/internal/dataSources/${dataSourceId}/files`
  for (const who of [receiver, owner]) {
    expect((await as(who, `${path}/${rows[0]?.fileId}`, { method: 'DELETE' })).status).toBe(403)
    const body = new FormData()
    body.set('file', new File(['Nothing opens the vault.'], 'vault.txt'))
    expect((await as(who, path, { body })).status).toBe(403)
  }
  expect((await stored()).rows).toEqual(rows)
  expect(await learns(owner, chatWith(agent.gptSystemId))).toBe(true)
})

test('a library linked by an editor stays closed to an owner who cannot read it', async () => {
  const agent = await draftOf(receiver, false)
  const { db } = app.platform.database
  await sql`insert into agent_share (id, gpt_system_id, user_id, share_right)
    values (gen_random_uuid(), ${agent.gptSystemId}, ${owner.userId}, 'Edit')`.execute(db)
  expect((await change(owner, agent, { dataSources: [{ dataSourceId }] })).status).toBe(200)
  expect(await learns(owner, testOf(agent.configStateId))).toBe(true)
  expect(await learns(receiver, testOf(agent.configStateId))).toBe(false)
  const path = `${own}/fromConfigState/${agent.configStateId}`
  expect((await as(receiver, path, { method: 'POST', body: {} })).status).toBe(200)
  expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(false)
  expect(await learns(owner, chatWith(agent.gptSystemId))).toBe(true)
})

describe('an agent transferred to someone who cannot read its library', () => {
  /** The new owner shares a group with the owner, so the owner can find them. */
  async function handOver({ gptSystemId }: Draft, input: object = {}) {
    await sql`update app_user set group_ids = '{together}', groups_read_at = now()
      where id in (${owner.userId}, ${receiver.userId})`.execute(app.platform.database.db)
    const body = { userId: receiver.userId, ...input }
    expect((await as(owner, `${own}/${gptSystemId}/handOver`, { body })).status).toBe(204)
  }
  const publishAgain = (who: TestPerson, { gptSystemId, configStateId }: Draft) =>
    as(who, `${own}/${gptSystemId}/fromConfigState/${configStateId}`, { method: 'PUT', body: {} })

  test('answers its new owner from the library only while it can be shared onward', async () => {
    const agent = await published()
    await handOver(agent)
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(false)
    expect(await learns(owner, chatWith(agent.gptSystemId))).toBe(404)
    await allowOnward(true)
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(true)
    await allowOnward(false)
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(false)
  })

  test('gives them nothing through a draft, a copied version, a deeper search, or publishing again', async () => {
    const agent = await published()
    await handOver(agent)
    const begun = await as<{ configuration: Draft }>(receiver, states, {
      body: { gptSystemType: 'User', gptSystemId: agent.gptSystemId, fromStateId: agent.configStateId },
    })
    const draft = begun.body.configuration
    expect(await learns(receiver, testOf(draft.configStateId))).toBe(false)
    const deeper = await change(receiver, draft, { dataSources: [{ dataSourceId, topK: 20 }] })
    expect(deeper.body.code).toBe('dataSource.notFound')
    for (const state of [draft, agent]) {
      expect((await publishAgain(receiver, state)).status).toBe(200)
      expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(false)
    }
  })

  test('still answers a former owner with access, by their own permission, and no one else', async () => {
    const agent = await published()
    await handOver(agent, { keep: 'Edit' })
    expect(await learns(owner, chatWith(agent.gptSystemId))).toBe(true)
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(false)
  })

  test('can be shared by the new owner only as far as the library, without revealing its name', async () => {
    const agent = await published()
    await handOver(agent)
    const third = await person(app)
    await sql`insert into agent_share (id, gpt_system_id, user_id, share_right)
      values (gen_random_uuid(), ${agent.gptSystemId}, ${third.userId}, 'Use')`.execute(
      app.platform.database.db,
    )
    expect(await learns(third, chatWith(agent.gptSystemId))).toBe(false)
    const shares = await as<{ libraries: { name: string | null; mayBeSharedOnward: boolean }[] }>(
      receiver,
      `${own}/${agent.gptSystemId}/shares`,
    )
    expect(shares.body.libraries).toEqual([{ dataSourceId, name: null, mayBeSharedOnward: false }])
  })

  test('answers no one from it after its owner leaves: their links end with them', async () => {
    const agent = await published()
    await allowOnward(true)
    const { db } = app.platform.database
    await sql`update app_user set disabled = true where id = ${owner.userId}`.execute(db)
    const path = `/api/internal/users/${owner.userId}/gptSystems/${agent.gptSystemId}/handOver`
    const body = { newOwnerId: receiver.userId }
    expect((await as({ token: await app.token('admin') }, path, { body })).status).toBe(204)
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(false)
    await allowOnward(false)
  })
})

describe('an own agent with a library that the owner can no longer read', () => {
  test('answers no one from it, whatever was published, copied, or restored', async () => {
    const agent = await published()
    const next = await as<{ configuration: Draft }>(owner, states, {
      body: { gptSystemType: 'User', gptSystemId: agent.gptSystemId },
    })
    await allowOnward(true)
    await share(agent, 'Use')
    await sql`delete from role_entity_configuration where user_id = ${owner.userId}`.execute(
      app.platform.database.db,
    )
    await vi.waitFor(async () => expect(await learns(owner, chatWith(agent.gptSystemId))).toBe(false), {
      timeout: 300_000,
      interval: 300,
    })
    expect(await learns(receiver, chatWith(agent.gptSystemId))).toBe(false)
    const { configStateId } = next.body.configuration
    expect(await learns(owner, testOf(configStateId))).toBe(false)
    const update = (stateId: string) =>
      as(owner, `${own}/${agent.gptSystemId}/fromConfigState/${stateId}`, { method: 'PUT', body: {} })
    for (const stateId of [configStateId, agent.configStateId]) {
      expect((await update(stateId)).status).toBe(200)
      expect(await learns(owner, chatWith(agent.gptSystemId))).toBe(false)
    }
    await allowOnward(false)
  })
})

describe('a system agent', () => {
  async function systemAgent(): Promise<{ gptSystemId: string; stateId: string }> {
    const linker = await person(app, {
      actions: ['GptSystemsWrite', 'GptSystemsCreate', 'GptSystemsPublish', 'DataSourcesRead'],
    })
    const { body } = await as<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(linker, system, { body: { name: 'Official keeper' } })
    const { gptSystemId } = body.gptSystem
    const stateId = body.configuration.configStateId
    const linked = await as(linker, `${system}/${gptSystemId}/ragDataSources`, { body: { dataSourceId } })
    expect(linked.status).toBe(200)
    const path = `${system}/${gptSystemId}/publishing`
    const set = { method: 'PUT', body: { gptSystemConfigurationStateId: stateId } } as const
    expect((await as(linker, path, set)).status).toBe(200)
    return { gptSystemId, stateId }
  }

  test('is the intended use of a library: it answers from it for everyone with a policy', async () => {
    const { gptSystemId } = await systemAgent()
    expect(await learns(receiver, chatWith(gptSystemId))).toBe(true)
  })

  test('cannot be linked by someone who cannot read the library: not on a draft, a copy, or by publishing', async () => {
    const writer = await person(app, {
      actions: ['GptSystemsWrite', 'GptSystemsCreate', 'GptSystemsPublish'],
    })
    const { body } = await as<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(writer, system, { body: { name: 'Curious' } })
    const { gptSystemId } = body.gptSystem
    const stateId = body.configuration.configStateId
    const linked = await as(writer, `${system}/${gptSystemId}/ragDataSources`, { body: { dataSourceId } })
    expect(linked.body.code).toBe('dataSource.notFound')
    const sneaked = await as(writer, `${systemStates}/${stateId}`, {
      method: 'PUT',
      body: { dataSources: [{ dataSourceId }] },
      headers: await ifMatchOfState(app, stateId),
    })
    expect(sneaked.status).toBe(400)
    expect(await learns(writer, `${systemStates}/${stateId}/conversations`)).toBe(false)
  })

  test('keeps its links when copied by someone else, based on the permission of who created them', async () => {
    const { gptSystemId } = await systemAgent()
    const copier = await person(app, { actions: ['GptSystemsWrite', 'GptSystemsPublish'] })
    const draft = await as<{ configuration: { configStateId: string } }>(
      copier,
      `${system}/${gptSystemId}/configurationStates`,
      { body: {} },
    )
    const { configStateId } = draft.body.configuration
    expect(await learns(copier, `${systemStates}/${configStateId}/conversations`)).toBe(true)
    const { rows } = await sql<{
      linkedBy: string
    }>`select linked_by as "linkedBy" from gpt_system_rag_data_source
      where state_id = ${configStateId}`.execute(app.platform.database.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.linkedBy).not.toBe(copier.userId)
    await sql`update app_user set disabled = true where id = ${rows[0]?.linkedBy ?? ''}`.execute(
      app.platform.database.db,
    )
    expect(await learns(copier, `${systemStates}/${configStateId}/conversations`)).toBe(false)
    expect(await learns(receiver, chatWith(gptSystemId))).toBe(false)
  })
})
