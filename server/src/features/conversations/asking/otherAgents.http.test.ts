import type { CitedDocument } from '@parlance/contract/conversationShapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { AnswerRequest } from '../../../engines/engine.ts'
import { createPolicy } from '../../../testing/access.ts'
import { limitAgent, publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, openStream, send } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { allowSnapshots } from '../../../testing/snapshots.ts'
import { aDay } from '../../usage/testing/usageRig.ts'
import { ask, base, detailsOf, libraryOf, opened } from '../testing/asking.ts'

const sentence = 'The lighthouse of Vela stands 41 metres tall.'
const tall = 'How tall is the lighthouse of Vela?'
const named = (deploymentName: string) => ({ languageEngine: 'OpenAICompatible', deploymentName })
const [quick, thorough] = [named('quick'), named('thorough')]
const choices = [
  { ...quick, label: 'Quick' },
  { ...thorough, label: 'Thorough' },
]
const engine = createScriptedEngine()
let app: TestApplication
let anna: TestPerson
let library: string
let own: string
let other: string
let quotes: string
let foreign: string
let requests: AnswerRequest[] = []

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'quick,thorough' },
  })
  await allowSnapshots(app)
  anna = await person(app)
  library = await libraryOf(app, 'Towers', { 'vela.txt': `${sentence} It was built in 1903.` })
  own = await publishAgent(app, 'Own', {
    ...quick,
    selectableDeployments: choices,
    systemPrompt: 'You are the own one.',
  })
  other = await publishAgent(app, 'Other', {
    ...quick,
    selectableDeployments: choices,
    systemPrompt: 'You are the other one.',
  })
  quotes = await publishAgent(app, 'Quotes', { languageEngine: 'BuiltIn' }, [library])
  foreign = await publishAgent(app, 'Foreign', { ...quick, systemPrompt: 'You are nobody of yours.' })
  await sql`update chat_access_policy set enabled = false`.execute(app.platform.database.db)
  await createPolicy(app, {
    subjects: [{ kind: 'User', id: anna.userId }],
    gptSystems: [own, other, quotes],
  })
})
afterAll(() => app?.remove())
beforeEach(() => {
  requests = []
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    writer.text('Well.')
  })
})

const begin = (more: object = {}, question = 'What is new?') =>
  ask(app, anna.token, { gptSystemId: own }, question, { ...more })
const next = (conversationId: string, question: string, more: object = {}) =>
  ask(app, anna.token, { conversationId }, question, { ...more })
const get = <T>(path: string, token = anna.token) => call<T>(app, path, { token })
const refused = (conversationId: string, gptSystemId: string, token = anna.token, more: object = {}) =>
  call<{ code: string }>(app, `${base}/${conversationId}/segments`, {
    token,
    body: { question: 'And you?', gptSystemId, ...more },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
const prompts = () => JSON.stringify(requests.at(-1)?.messages)
const segmentsOf = async (conversationId: string) =>
  (
    await sql<{ count: number }>`select count(*)::int as count from conversation_segment
    where conversation_id = ${conversationId}`.execute(app.platform.database.db)
  ).rows[0]?.count

describe('a question to another agent', () => {
  test('is answered by that agent as a sibling of the first answer, and the next one by the conversation’s own agent', async () => {
    const { conversationId, segment } = await begin()
    expect(segment.gptSystem).toEqual({ gptSystemId: own, name: 'Own' })
    const again = await next(conversationId, 'What is new?', { parentSegmentId: null, gptSystemId: other })
    expect(again.segment).toMatchObject({
      gptSystem: { gptSystemId: other, name: 'Other' },
      parentSegmentId: null,
      answer: 'Well.',
    })
    expect(prompts()).toContain('You are the other one.')
    expect(prompts()).not.toContain('You are the own one.')
    const kept = await get<{ gptSystem: object }>(`${base}/${conversationId}`)
    expect(kept.body).toMatchObject({
      gptSystem: { gptSystemId: own },
      selectedLeafSegmentId: again.conversationSegmentId,
    })
    const after = await next(conversationId, 'And then?')
    expect(after.segment).toMatchObject({
      gptSystem: { gptSystemId: own },
      parentSegmentId: again.conversationSegmentId,
    })
    expect(prompts()).toContain('You are the own one.')
  })

  test('leaves the conversation’s chosen deployment alone and uses the other agent’s default', async () => {
    const { conversationId } = await begin({ deployment: thorough })
    const asked = () => requests.at(-1)?.deploymentName
    expect(asked()).toBe('thorough')
    await next(conversationId, 'You too?', { gptSystemId: other })
    expect(asked()).toBe('quick')
    await next(conversationId, 'And you, at length?', { gptSystemId: other, deployment: thorough })
    expect(asked()).toBe('thorough')
    await next(conversationId, 'And now?')
    expect(asked()).toBe('thorough')
    const { body } = await get<{ chosenDeployment: unknown }>(`${base}/${conversationId}`)
    expect(body.chosenDeployment).toEqual(thorough)
    const strange = { gptSystemId: other, deployment: named('gpt-9') }
    expect(await refused(conversationId, other, anna.token, strange)).toMatchObject({
      body: { code: 'conversation.deployment' },
    })
  })

  test('is named in the export, in a shared copy, and in the execution details', async () => {
    const { conversationId } = await begin()
    const asked = await next(conversationId, tall, { gptSystemId: quotes })
    const text = await (
      await send(app, `${base}/${conversationId}/export?format=txt`, { token: anna.token })
    ).text()
    expect(text).toMatch(/\nOwn:\n[\s\S]*\nQuotes:\n/)
    const created = await call<{ snapshotId: string }>(app, `${base}/${conversationId}/snapshots`, {
      token: anna.token,
      body: {},
    })
    const copy = await get<{ turns: { agentName: string }[] }>(
      `/api/internal/conversationSnapshots/${created.body.snapshotId}`,
    )
    expect(copy.body.turns.map((turn) => turn.agentName)).toEqual(['Own', 'Quotes'])
    expect(await detailsOf(app, anna.token, asked)).toMatchObject({ languageEngine: 'BuiltIn' })
  })
})

describe('the agents that a question can be addressed to', () => {
  test('include only those that the user can chat with: otherwise nothing is stored or disclosed', async () => {
    const { conversationId } = await begin()
    const unknown = crypto.randomUUID()
    const [foreignOne, unknownOne] = [
      await refused(conversationId, foreign),
      await refused(conversationId, unknown),
    ]
    expect(foreignOne).toMatchObject({ status: 404, body: { code: 'agent.notFound' } })
    expect({ ...foreignOne.body, requestId: '' }).toEqual({ ...unknownOne.body, requestId: '' })
    expect(await segmentsOf(conversationId)).toBe(1)
    expect(requests.some((request) => JSON.stringify(request.messages).includes('nobody of yours'))).toBe(
      false,
    )
  })

  test('do not apply to another user’s conversation', async () => {
    const { conversationId } = await begin()
    const stranger = await person(app)
    await createPolicy(app, { subjects: [{ kind: 'User', id: stranger.userId }], gptSystems: [foreign] })
    expect(await refused(conversationId, foreign, stranger.token)).toMatchObject({
      status: 404,
      body: { code: 'conversation.notFound' },
    })
    expect(await segmentsOf(conversationId)).toBe(1)
  })

  test('its limits apply, and the conversation’s own agent still answers', async () => {
    const { conversationId } = await begin()
    expect((await limitAgent(app, other, [aDay(1, 'Pool')])).status).toBe(200)
    try {
      // At most one message is left, whatever was used before.
      await opened(app, anna.token, { conversationId }, { question: 'First?', gptSystemId: other }).then(
        (stream) => stream.ended,
      )
      const stored = await segmentsOf(conversationId)
      expect(await refused(conversationId, other)).toMatchObject({
        status: 429,
        body: { code: 'usage.agentLimit' },
      })
      expect(await segmentsOf(conversationId)).toBe(stored)
      expect((await next(conversationId, 'And you?')).segment.answer).toBe('Well.')
    } finally {
      await limitAgent(app, other, [])
    }
  })

  test('one key is one question to one agent', async () => {
    const { conversationId } = await begin()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const path = `${base}/${conversationId}/segments`
    const put = (gptSystemId: string) => ({
      token: anna.token,
      body: { question: 'Who?', gptSystemId },
      headers: key,
    })
    const first = await openStream(app, path, put(other))
    await first.ended
    expect(first.status).toBe(200)
    expect(await call(app, path, put(own))).toMatchObject({ body: { code: 'request.reusedKey' } })
    expect(await segmentsOf(conversationId)).toBe(2)
  })
})

describe('the sources of another agent’s answer', () => {
  type Document = z.output<typeof CitedDocument>
  const documentOf = async (asked: { conversationId: string; conversationSegmentId: string }) =>
    (
      await get<Document>(
        `${base}/${asked.conversationId}/segments/${asked.conversationSegmentId}/citedDocuments/1`,
      )
    ).body
  const publish = (gptSystemId: string, on: boolean) =>
    sql`update gpt_system set deleted_at = ${on ? null : new Date()} where id = ${gptSystemId}`.execute(
      app.platform.database.db,
    )

  test('depend on access to that agent: readable with it, even without the conversation’s own, and not without it', async () => {
    const { conversationId } = await begin()
    const asked = await next(conversationId, tall, { gptSystemId: quotes })
    expect(asked.segment.citations[0]).toMatchObject({ title: 'vela.txt', quote: sentence })
    expect(await documentOf(asked)).toMatchObject({ gone: false })
    await publish(own, false)
    expect(await documentOf(asked)).toMatchObject({ gone: false })
    await publish(own, true)
    await publish(quotes, false)
    // The quote stays because it was part of the answer. The file can't be opened.
    const withheld = await documentOf(asked)
    expect(withheld).toMatchObject({ gone: true, pieces: [{ text: sentence }] })
    expect(JSON.stringify(withheld)).not.toContain('1903')
    const details = await detailsOf(app, anna.token, asked)
    expect(JSON.stringify(details.passages)).not.toContain('1903')
    const { segment } = asked
    expect(await next(conversationId, 'And then?')).toMatchObject({ segment: { answer: 'Well.' } })
    const read = await get<{ items: object[] }>(`${base}/${conversationId}/segments`)
    expect(read.body.items[1]).toMatchObject({ answer: segment.answer, gptSystem: { name: 'Quotes' } })
    await publish(quotes, true)
  })

  test('the prompt requires permission for that agent’s configuration, not for the conversation’s own', async () => {
    const { conversationId, conversationSegmentId } = await begin()
    const asked = await next(conversationId, 'And you?', { gptSystemId: other })
    await sql`insert into role_entity_configuration (id, user_id, action, gpt_system_id)
      values (${crypto.randomUUID()}, ${anna.userId}, 'GptSystemsReadSpecific', ${own})`.execute(
      app.platform.database.db,
    )
    const ids = { conversationId, conversationSegmentId }
    expect((await detailsOf(app, anna.token, ids)).prompt).not.toBe(null)
    expect((await detailsOf(app, anna.token, asked)).prompt).toBe(null)
    const trace = (id: string) => get(`${base}/${conversationId}/segments/${id}/traceLogs`)
    expect((await trace(conversationSegmentId)).status).toBe(200)
    expect((await trace(asked.conversationSegmentId)).status).toBe(403)
  })
})

describe('a conversation whose agent can’t be asked', () => {
  test('says so, and continues with another agent that the user can use', async () => {
    const lost = await publishAgent(app, 'Lost', { ...quick, selectableDeployments: choices })
    await createPolicy(app, { subjects: [{ kind: 'User', id: anna.userId }], gptSystems: [lost] })
    const { conversationId } = await ask(app, anna.token, { gptSystemId: lost }, 'What is new?', {
      deployment: thorough,
    })
    const path = `${base}/${conversationId}`
    const { db } = app.platform.database
    const available = async () => (await get<{ agentAvailable: boolean }>(path)).body.agentAvailable
    const listed = async () =>
      (await get<{ items: { conversationId: string; agentAvailable: boolean }[] }>(base)).body.items.find(
        (one) => one.conversationId === conversationId,
      )?.agentAvailable
    expect([await available(), await listed()]).toEqual([true, true])
    await sql`update chat_access_policy set enabled = false where id in (
      select policy_id from chat_access_policy_gpt_system where gpt_system_id = ${lost})`.execute(db)
    expect([await available(), await listed()]).toEqual([false, false])

    const goOn = (gptSystemId: string, token = anna.token) =>
      call<{ code: string; gptSystem: object; agentAvailable: boolean; chosenDeployment: null }>(
        app,
        `${path}/gptSystem`,
        { token, method: 'PUT', body: { gptSystemId } },
      )
    expect((await goOn(foreign)).body.code).toBe('agent.notFound')
    expect((await goOn(lost)).body.code).toBe('agent.notFound')
    const stranger = await person(app, { actions: ['GptSystemsWrite'] })
    expect((await goOn(other, stranger.token)).body.code).toBe('conversation.notFound')
    expect((await goOn(other)).body).toMatchObject({
      gptSystem: { gptSystemId: other, name: 'Other' },
      agentAvailable: true,
      chosenDeployment: null,
    })
    await ask(app, anna.token, { conversationId }, 'And now?')
    await ask(app, anna.token, { conversationId }, 'And then?')
    const { body } = await get<{ items: { gptSystem: { gptSystemId: string } }[] }>(`${path}/segments`)
    expect(body.items.map(({ gptSystem }) => gptSystem.gptSystemId)).toEqual([lost, other, other])
  })
})

test('a test chat is answered only by the tested configuration', async () => {
  const admin = await app.token('admin')
  const created = await call<{ configuration: { configStateId: string } }>(
    app,
    `/api/internal/gptSystems/system/management/${own}/configurationStates`,
    { token: admin, body: {} },
  )
  const chats = `/api/internal/gptSystems/configurationStates/${created.body.configuration.configStateId}/conversations`
  const ask = (path: string, body: object) =>
    call<{ code: string }>(app, path, {
      token: admin,
      body: { question: 'Who?', ...body },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  expect(await ask(chats, { gptSystemId: other })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid' },
  })
  const chat = await openStream(app, chats, { token: admin, body: { question: 'Who?' } })
  await chat.ended
  expect(chat.status).toBe(200)
  const { body } = await get<{ items: { conversationId: string }[] }>(chats, admin)
  const inChat = `${chats}/${body.items[0]?.conversationId}/segments`
  expect(await ask(inChat, { gptSystemId: other })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid' },
  })
})
