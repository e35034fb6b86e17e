import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPolicy } from '../../../testing/access.ts'
import { ifMatchOfState, limitAgent, publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call, openStream, textOf } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { base, idsOf, libraryOf } from '../testing/asking.ts'

const engine = createScriptedEngine()
const management = '/api/internal/gptSystems/system/management'
const systemStates = '/api/internal/gptSystems/configurationStates'
const ownStates = '/api/internal/configStates'
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
let app: TestApplication
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  admin = { ...(await person(app)), token: await app.token('admin') }
})
afterAll(() => app?.remove())

const as = <T = { code?: string; items: Record<string, unknown>[] }>(
  { token }: Pick<TestPerson, 'token'>,
  path: string,
  options: CallOptions = {},
) => call<T>(app, path, { token, ...options })

interface Draft {
  gptSystemId: string
  stateId: string
  /** The path for changing the version, and the path for its test chats. */
  statePath: string
  chats: string
}
interface Created {
  configuration: { configStateId: string; gptSystemId: string }
}

/** Creates a draft of a system agent that was never published. */
async function systemDraft(name = 'Tested'): Promise<Draft> {
  const { body } = await as<Created>(admin, management, { body: { name } })
  return draftOf(body, systemStates)
}

async function personalDraft(owner: TestPerson): Promise<Draft> {
  const { body } = await as<Created>(owner, ownStates, { body: { gptSystemType: 'User' } })
  const draft = draftOf(body, ownStates)
  await change(owner, draft, { gptSystemName: 'My helper' })
  return draft
}

function draftOf({ configuration: { configStateId, gptSystemId } }: Created, states: string): Draft {
  const statePath = `${states}/${configStateId}`
  return { gptSystemId, stateId: configStateId, statePath, chats: `${statePath}/conversations` }
}

async function change(who: Pick<TestPerson, 'token'>, { stateId, statePath }: Draft, body: object) {
  const headers = await ifMatchOfState(app, stateId)
  const { status } = await as(who, statePath, { method: 'PUT', body, headers })
  expect(status).toBe(200)
}

/** Asks in a test chat and waits until the answer ends. */
async function ask(who: Pick<TestPerson, 'token'>, path: string, question: string, more: object = {}) {
  const stream = await openStream(app, path, { token: who.token, body: { question, ...more } })
  await stream.ended
  return { status: stream.status, text: textOf(stream.events), stream }
}

/** The requests sent to the model, newest last, including helper calls. */
let sent: string[] = []
const says = (text: string) =>
  engine.play(async (writer, _, request) => {
    sent.push(JSON.stringify(request.messages))
    writer.text(text)
  })
beforeEach(() => {
  sent = []
  says('From the model.')
  engine.playHelper(async (purpose) => {
    sent.push(purpose)
  })
})

describe('a test chat with a draft of a system agent', () => {
  test('[R-7-066] is answered by the current draft at each question, never by the published version', async () => {
    const gptSystemId = await publishAgent(app, 'Published', { introduction: 'Hello' })
    const { body } = await as<Created>(admin, `${management}/${gptSystemId}/configurationStates`, {
      body: {},
    })
    const draft = draftOf(body, systemStates)
    await change(admin, draft, { ...scripted, systemPrompt: 'Answer as a pirate.' })
    const { text, stream } = await ask(admin, draft.chats, 'Who are you?')
    expect(text).toBe('From the model.')
    expect(sent.at(-1)).toContain('Answer as a pirate.')

    await change(admin, draft, { systemPrompt: 'Answer as a judge.' })
    const { conversationId } = idsOf(stream)
    expect((await ask(admin, `${draft.chats}/${conversationId}/segments`, 'And now?')).text).toBe(
      'From the model.',
    )
    const asked = sent.at(-1)
    expect(asked).toContain('Answer as a judge.')
    expect(asked).toContain('Who are you?')
    expect(asked).not.toContain('pirate')
    const segments = await as(admin, `${draft.chats}/${conversationId}/segments`)
    expect(segments.body.items).toHaveLength(2)
  })

  test('does not appear in its tester’s chats, recent agents, or counts', async () => {
    const counts = async () =>
      (await as<{ conversations: unknown; questions: unknown }>(admin, '/api/internal/analytics/counts')).body
    const before = await counts()
    const draft = await systemDraft()
    const { conversationId } = idsOf((await ask(admin, draft.chats, 'A question of a test')).stream)
    expect((await as(admin, draft.chats)).body.items).toMatchObject([
      { conversationId, title: 'A question of a test', gptSystem: { gptSystemId: draft.gptSystemId } },
    ])
    const listed = await as(admin, `${base}?includeArchived=true&includeDeleted=true`)
    expect(JSON.stringify(listed.body)).not.toContain(conversationId)
    for (const path of ['', '/segments'])
      expect((await as(admin, `${base}/${conversationId}${path}`)).status).toBe(404)
    expect((await ask(admin, `${base}/${conversationId}/segments`, 'From outside')).status).toBe(404)
    const recent = await as(admin, '/api/internal/currentUser/gptSystems/recent')
    expect(JSON.stringify(recent.body)).not.toContain(draft.gptSystemId)
    expect(await counts()).toEqual(before)
  })

  test('exists only under its own configuration, and only for its tester', async () => {
    const [one, other] = [await systemDraft(), await systemDraft('Other')]
    const { conversationId, conversationSegmentId } = idsOf((await ask(admin, one.chats, 'Mine')).stream)
    const paths = ['', '/segments', `/segments/${conversationSegmentId}/executionDetails`]
    for (const path of paths) {
      expect((await as(admin, `${one.chats}/${conversationId}${path}`)).status).toBe(200)
      expect((await as(admin, `${other.chats}/${conversationId}${path}`)).status).toBe(404)
      // The configuration does not exist under the other agent type.
      expect(
        (await as(admin, `${ownStates}/${one.stateId}/conversations/${conversationId}${path}`)).status,
      ).toBe(404)
    }
    const colleague = await person(app, { actions: ['GptSystemsWrite'] })
    expect((await as(colleague, one.chats)).body.items).toEqual([])
    expect((await as(colleague, `${one.chats}/${conversationId}`)).status).toBe(404)
    expect((await ask(colleague, `${one.chats}/${conversationId}/segments`, 'Yours?')).status).toBe(404)
  })

  test('requires the test permission at every call, also a *Specific* one for that agent', async () => {
    const [one, other] = [await systemDraft(), await systemDraft('Other')]
    const tester = await person(app, {
      specific: [{ action: 'GptSystemsReadSpecific', entityId: one.gptSystemId }],
    })
    const { conversationId } = idsOf((await ask(tester, one.chats, 'May I?')).stream)
    expect((await as(tester, `${one.chats}/${conversationId}`)).status).toBe(200)
    expect((await ask(tester, other.chats, 'And here?')).status).toBe(404)
    expect((await as(tester, other.chats)).status).toBe(404)
    expect((await ask(await person(app), one.chats, 'Nobody')).status).toBe(403)
    await sql`delete from role_entity_configuration where user_id = ${tester.userId}`.execute(
      app.platform.database.db,
    )
    await vi.waitFor(
      async () => expect((await as(tester, `${one.chats}/${conversationId}`)).status).toBe(403),
      { timeout: 300_000, interval: 200 },
    )
  })

  test('cites libraries linked to the draft, and opens their files while the link exists', async () => {
    const dataSourceId = await libraryOf(app, 'Lights', {
      'vela.txt': 'The lighthouse of Vela stands 41 metres tall.',
    })
    const draft = await systemDraft()
    const links = `${management}/${draft.gptSystemId}/ragDataSources`
    const linked = await as<{ gptSystemRagDataSourceId: string }>(admin, links, { body: { dataSourceId } })
    await change(admin, draft, { languageEngine: 'BuiltIn' })
    const asked = await ask(admin, draft.chats, 'How tall is the lighthouse of Vela?')
    expect(asked.text).toContain('41')
    const { conversationId, conversationSegmentId } = idsOf(asked.stream)
    const cited = `${draft.chats}/${conversationId}/segments/${conversationSegmentId}/citedDocuments/1`
    expect((await as(admin, cited)).body).toMatchObject({ gone: false, title: 'vela.txt' })
    await as(admin, `${links}/${linked.body.gptSystemRagDataSourceId}`, { method: 'DELETE', body: {} })
    expect((await as(admin, cited)).body).toMatchObject({ gone: true })
  })

  test('shows the prompt to anyone who can test it, and requests no title from a model', async () => {
    const draft = await systemDraft()
    await change(admin, draft, scripted)
    const tester = await person(app, {
      specific: [{ action: 'GptSystemsReadSpecific', entityId: draft.gptSystemId }],
    })
    const { conversationId, conversationSegmentId } = idsOf((await ask(tester, draft.chats, 'Hello?')).stream)
    const path = `${draft.chats}/${conversationId}/segments/${conversationSegmentId}`
    expect((await as(tester, `${path}/executionDetails`)).body).toMatchObject({
      prompt: expect.arrayContaining([expect.objectContaining({ role: 'user' })]),
    })
    expect((await as(tester, `${path}/traceLogs`)).status).toBe(200)
    expect(sent).toHaveLength(1)
  })

  test('can be resumed, aborted, branched, and deleted like any chat', async () => {
    const draft = await systemDraft()
    await change(admin, draft, scripted)
    engine.play(async (writer, signal) => {
      writer.text('What came')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    const stream = await openStream(app, draft.chats, { token: admin.token, body: { question: 'Wait' } })
    await stream.until((event) => event.event === 'response-updated')
    const { conversationId, conversationSegmentId } = idsOf(stream)
    const segment = `${draft.chats}/${conversationId}/segments/${conversationSegmentId}`
    const resumed = await openStream(app, `${segment}/stream`, { token: admin.token })
    await resumed.until((event) => event.event === 'response-updated')
    expect((await as(admin, `${segment}/abort`, { body: {} })).status).toBe(204)
    await Promise.all([stream.ended, resumed.ended])
    expect(resumed.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Aborted' } })

    says('Another')
    const again = await ask(admin, `${draft.chats}/${conversationId}/segments`, 'Wait', {
      parentSegmentId: null,
    })
    expect(again.text).toBe('Another')
    const leaf = await as(admin, `${draft.chats}/${conversationId}/updateSelectedLeafSegmentId`, {
      method: 'PUT',
      body: { conversationId, selectedLeafSegmentId: conversationSegmentId },
    })
    expect(leaf.body).toMatchObject({ selectedLeafSegmentId: conversationSegmentId })
    const remove = () => as(admin, `${draft.chats}/${conversationId}`, { method: 'DELETE', body: {} })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await as(admin, draft.chats)).body.items).toEqual([])
  })

  test('is deleted with its draft after its answer ends, and leaves no reservation', async () => {
    const gptSystemId = await publishAgent(app, 'Kept')
    const limited = [{ kind: 'Messages', per: 'Day', amount: 100, counted: 'Pool' }]
    expect((await limitAgent(app, gptSystemId, limited)).status).toBe(200)
    const { body } = await as<Created>(admin, `${management}/${gptSystemId}/configurationStates`, {
      body: {},
    })
    const draft = draftOf(body, systemStates)
    await change(admin, draft, scripted)
    let leave = (): void => {}
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    engine.play(async (writer) => {
      writer.text('Going on')
      await left
      writer.text(', to the end')
    })
    const stream = await openStream(app, draft.chats, { token: admin.token, body: { question: 'Long' } })
    await stream.until((event) => event.event === 'response-updated')
    const remove = () => as(admin, draft.statePath, { method: 'DELETE', body: {} })
    const { db } = app.platform.database
    const setAside = async () =>
      (
        await sql<{
          sum: number
        }>`select coalesce(sum(reserved_messages), 0)::int as sum from usage_counter`.execute(db)
      ).rows[0]?.sum
    expect(await setAside()).toBe(1)
    const refused = await remove()
    expect([refused.status, refused.body.code]).toEqual([409, 'agent.stateAnswering'])
    leave()
    await stream.ended
    await vi.waitFor(async () => expect((await remove()).status).toBe(204), {
      timeout: 300_000,
      interval: 200,
    })
    expect(await setAside()).toBe(0)
    expect((await as(admin, draft.chats)).status).toBe(404)
    expect(
      (await sql`select from conversation where tested_state_id = ${draft.stateId}`.execute(db)).rows,
    ).toEqual([])
  })

  test('is subject to the same limits as its tester’s chats', async () => {
    const gptSystemId = await publishAgent(app, 'Limited')
    await sql`update chat_access_policy set enabled = false`.execute(app.platform.database.db)
    const tester = await person(app, {
      specific: [{ action: 'GptSystemsReadSpecific', entityId: gptSystemId }],
    })
    const policy = await createPolicy(app, {
      subjects: [{ kind: 'User', id: tester.userId }],
      gptSystems: [gptSystemId],
      limits: [{ kind: 'Messages', per: 'Day', amount: 1, counted: 'EachPerson' }],
    })
    expect(policy.status).toBe(200)
    const { body } = await as<{ publishedStateId: string }>(admin, `${management}/${gptSystemId}`)
    const chats = `${systemStates}/${body.publishedStateId}/conversations`
    expect((await ask(tester, chats, 'One')).status).toBe(200)
    expect((await ask(tester, chats, 'Two')).status).toBe(429)
    await sql`update chat_access_policy set enabled = true`.execute(app.platform.database.db)
  })

  test('that is deleted while it answers is stopped, because no one could stop it later', async () => {
    const draft = await systemDraft()
    await change(admin, draft, scripted)
    let isStopped = false
    engine.play(async (writer, signal) => {
      writer.text('What came')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      isStopped = true
    })
    const stream = await openStream(app, draft.chats, { token: admin.token, body: { question: 'Wait' } })
    await stream.until((event) => event.event === 'response-updated')
    const { conversationId } = idsOf(stream)
    expect((await as(admin, `${draft.chats}/${conversationId}`, { method: 'DELETE', body: {} })).status).toBe(
      204,
    )
    await vi.waitFor(() => expect(isStopped).toBe(true), { timeout: 300_000 })
    await stream.ended
  })
})

describe('a test chat with a draft of a personal agent', () => {
  test('[R-7-065] is private to the owner and each editor, and unavailable to people who can only use the agent', async () => {
    const [owner, editor, user] = [await person(app), await person(app), await person(app)]
    const draft = await personalDraft(owner)
    await change(owner, draft, scripted)
    const shares = `/api/internal/gptSystems/user/management/${draft.gptSystemId}/shares`
    const { db } = app.platform.database
    await sql`insert into agent_share (id, gpt_system_id, user_id, share_right) values
      (gen_random_uuid(), ${draft.gptSystemId}, ${editor.userId}, 'Edit'),
      (gen_random_uuid(), ${draft.gptSystemId}, ${user.userId}, 'Use')`.execute(db)
    expect((await as(owner, shares)).status).toBe(200)
    const asked = await ask(owner, draft.chats, 'Who is this?')
    expect(asked.text).toBe('From the model.')
    const { conversationId, conversationSegmentId } = idsOf(asked.stream)
    const mine = `${draft.chats}/${conversationId}`
    expect((await as(owner, draft.chats)).body.items).toMatchObject([{ conversationId }])
    expect(
      (await as(owner, `${mine}/segments/${conversationSegmentId}/executionDetails`)).body,
    ).toMatchObject({
      prompt: expect.any(Array),
    })
    expect((await as(editor, mine)).status).toBe(404)
    expect((await ask(editor, draft.chats, 'Me, too?')).text).toBe('From the model.')
    expect((await as(editor, draft.chats)).body.items).toHaveLength(1)
    for (const who of [user, await person(app), { token: admin.token }]) {
      expect((await as(who, draft.chats)).body.code).toBe('agent.stateNotFound')
      expect((await ask(who, draft.chats, 'And me?')).status).toBe(404)
    }
    await sql`delete from agent_share where user_id = ${editor.userId}`.execute(db)
    expect((await as(editor, draft.chats)).status).toBe(404)
  })

  test('is not available under the path of system agents, whatever permissions a user has', async () => {
    const owner = await person(app, { actions: ['GptSystemsWrite'] })
    const draft = await personalDraft(owner)
    expect((await as(owner, draft.chats)).status).toBe(200)
    expect((await as(owner, `${systemStates}/${draft.stateId}/conversations`)).status).toBe(404)
  })
})
