import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { userIdOf } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream, send } from '../../testing/client.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../testing/scriptedEngine.ts'
import {
  allowPublicPages,
  askAsVisitor,
  enablePage,
  publishPage,
  type Visitor,
  visit,
} from '../../testing/visitors.ts'
import { claim } from './store.ts'

const base = '/api/internal/publicConversations'
const db = () => app.platform.database.db
let app: TestApplication
let engine: ScriptedEngine

beforeAll(async () => {
  engine = createScriptedEngine()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  await allowPublicPages(app)
})
afterAll(() => app?.remove())
beforeEach(() => engine.play(async (writer) => writer.text('An answer.')))

async function newPage(settings: Record<string, unknown> = {}) {
  const state = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
  const gptSystemId = await publishAgent(app, `Agent ${randomUUID()}`, state)
  return { gptSystemId, page: await publishPage(app, gptSystemId, settings) }
}

/** Posts a question and returns the status and code of the response. */
async function post({ token }: Visitor, path: string): Promise<[number, string]> {
  const response = await send(app, `${base}${path}`, {
    token,
    body: { question: 'And this?' },
    headers: { 'idempotency-key': randomUUID() },
  })
  const text = await response.text()
  return [response.status, response.ok ? '' : (JSON.parse(text) as { code: string }).code]
}

test('[B4] a question that is under way while its session is claimed isn’t stored', async () => {
  const { page } = await newPage()
  const visitor = await visit(app, page)
  const { conversationId } = await askAsVisitor(app, visitor, 'The visitor’s own?')
  const anna = await userIdOf(app, 'anna')
  const asked: Promise<[number, string]>[] = []
  await app.platform.database.transaction(async (tx) => {
    await sql`select from public_session where id = ${visitor.sessionIdentifier} for update`.execute(tx)
    asked.push(post(visitor, `/${conversationId}/segments`), post(visitor, `/byGptPublicEndpoint/${page}`))
    await wait(700)
    await claim(tx, visitor.sessionIdentifier, anna)
  })
  expect(await Promise.all(asked)).toEqual([
    [401, 'publicChat.session'],
    [401, 'publicChat.session'],
  ])
  const left =
    await sql`select from conversation_segment where owner_session_id = ${visitor.sessionIdentifier}
    union all select from conversation where owner_session_id = ${visitor.sessionIdentifier}`.execute(db())
  expect(left.rows).toEqual([])
})

test('[B4] a claim closes the stream that the visitor still follows', async () => {
  const { page } = await newPage()
  const visitor = await visit(app, page)
  engine.play(async (writer, signal) => {
    while (!signal.aborted) {
      writer.text('more ')
      await wait(50)
    }
  })
  const stream = await openStream(app, `${base}/byGptPublicEndpoint/${page}`, {
    token: visitor.token,
    body: { question: 'Go on?' },
  })
  await stream.until(({ event }) => event === 'response-updated')
  const { sessionIdentifier, secret } = visitor
  const claimed = await call<{ lastConversationId: string }>(app, `${base}/claim`, {
    token: await app.token('anna'),
    body: { session: { sessionIdentifier, secret } },
  })
  const begun = Date.now()
  await stream.ended.catch(() => undefined)
  expect(Date.now() - begun).toBeLessThan(10_000)
  // The answer goes on, and the user can stop it.
  const own = `/api/internal/userConversations/${claimed.body.lastConversationId}/segments`
  const token = await app.token('anna')
  const { body } = await call<{ items: { conversationSegmentId: string; status: string }[] }>(app, own, {
    token,
  })
  expect(body.items[0]?.status).toBe('Pending')
  await call(app, `${own}/${body.items[0]?.conversationSegmentId}/abort`, { token, body: {} })
})

test('[S11] answers that fail after a model was called count, so that failing isn’t free', async () => {
  const { gptSystemId, page } = await newPage({ messagesPerDay: 24, visitorMessagesPerDay: 2 })
  const visitor = await visit(app, page)
  let calls = 0
  engine.play(async () => {
    calls += 1
    throw new AppError('engine.failed')
  })
  const codes: string[] = []
  for (let count = 0; count < 4; count += 1)
    codes.push((await post(visitor, `/byGptPublicEndpoint/${page}`))[1])
  // The page releases one answer an hour.
  const most = Math.min(2, new Date().getUTCHours() + 1)
  expect(codes.filter((code) => code === '')).toHaveLength(most)
  expect(calls).toBe(most)
  const counted = await sql<{ messages: number; tokens: number }>`select messages::int, tokens::int
    from usage_counter where scope = ${`page:${gptSystemId}`}`.execute(db())
  expect(counted.rows[0]?.messages).toBe(most)
  expect(counted.rows[0]?.tokens).toBeGreaterThan(0)
})

test('turning a page off and on doesn’t undo what an administrator of policies has turned off', async () => {
  const { gptSystemId, page } = await newPage()
  await sql`update chat_access_policy set enabled = false where made_for_gpt_system_id = ${gptSystemId}`.execute(
    db(),
  )
  expect((await enablePage(app, gptSystemId, false)).status).toBe(200)
  expect((await enablePage(app, gptSystemId)).body.code).toBe('publicEndpoint.policy')
  expect((await call(app, `${base}/endpoints/${page}`)).status).toBe(404)
})

test('a test session ends with its tester’s right to publish the agent', async () => {
  const { page } = await newPage({ visitorMessagesPerDay: 1 })
  const tester = await visit(app, page, await app.token('admin'))
  await askAsVisitor(app, tester, 'One?')
  const anna = await userIdOf(app, 'anna')
  await sql`update public_session set tested_by = ${anna} where id = ${tester.sessionIdentifier}`.execute(
    db(),
  )
  expect(await post(tester, `/byGptPublicEndpoint/${page}`)).toEqual([401, 'publicChat.session'])
})

test('visitors delete their data also while the page is turned off', async () => {
  const { gptSystemId, page } = await newPage()
  const visitor = await visit(app, page)
  await askAsVisitor(app, visitor, 'Personal?')
  await enablePage(app, gptSystemId, false)
  const path = `${base}/sessions/${visitor.sessionIdentifier}/data`
  expect((await call(app, path, { token: visitor.token, method: 'DELETE' })).status).toBe(204)
})

test('deleting an agent turns its page off, and ends its running answers', async () => {
  const { gptSystemId, page } = await newPage()
  const visitor = await visit(app, page)
  engine.play(async (writer, signal) => {
    while (!signal.aborted) {
      writer.text('more ')
      await wait(50)
    }
  })
  const stream = await openStream(app, `${base}/byGptPublicEndpoint/${page}`, {
    token: visitor.token,
    body: { question: 'Go on?' },
  })
  await stream.until(({ event }) => event === 'response-updated')
  const path = `/api/internal/gptSystems/system/management/${gptSystemId}`
  const token = await app.token('admin')
  expect((await call(app, path, { token, method: 'DELETE' })).status).toBe(204)
  await stream.ended
  expect(stream.events).toContainEqual(
    expect.objectContaining({ event: 'error', data: expect.objectContaining({ code: 'publicChat.off' }) }),
  )
  await call(app, `${path}/restore`, { token, method: 'PUT', body: {} })
  const state = await call(app, `${path}/publicEndpoint`, { token })
  expect(state.body).toMatchObject({ publicEndpoint: { enabled: false } })
})
