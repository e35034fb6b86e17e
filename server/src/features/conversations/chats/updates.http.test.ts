import { adminConversations } from '@parlance/contract/testChats'
import type { UpdateEvent } from '@parlance/contract/updates'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, type OpenStream, openStream } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'

const engine = createScriptedEngine()
const environment = { COMPATIBLE_DEPLOYMENTS: 'scripted' }
const engines = { OpenAICompatible: engine }
const base = '/api/internal/userConversations'
let app: TestApplication
let anna: string
let ben: string
let agent: string
const open: OpenStream<UpdateEvent>[] = []

beforeAll(async () => {
  app = await startTestApplication({ engines, environment })
  anna = await app.token('anna')
  ben = await app.token('ben')
  agent = await publishAgent(app, 'Scripted', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
})
afterAll(async () => {
  for (const stream of open) stream.close()
  await app?.remove()
})

async function listen(token: string, at: Pick<TestApplication, 'origin'> = app) {
  const stream = await openStream<UpdateEvent>(at, `${base}/events`, { token })
  open.push(stream)
  await stream.until(({ event }) => event === 'answers-running')
  return stream
}

/** Asks a question whose answer continues until `end` is called. */
async function askOpenly(token: string, path = `${base}/byGptSystemId/${agent}`) {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  // Another question would replace what the model does until it has begun.
  const begun = new Promise<void>((resolve) => {
    engine.play(async (writer) => {
      resolve()
      writer.text('An answer')
      await ended
    })
  })
  const stream = await openStream(app, path, { token, body: { question: 'Well?' } })
  const first = await stream.until(({ event }) => event === 'conversation-and-segment-id')
  if (first.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
  await begun
  return { ...first.data, stream, end }
}

const named = (events: readonly UpdateEvent[], conversationId: string) =>
  events.flatMap(({ event, data }) =>
    'conversationId' in data && data.conversationId === conversationId ? [event] : [],
  )

describe('the update stream', () => {
  test('reports a new conversation, its answer from start to end, and its title', async () => {
    const updates = await listen(anna)
    expect(updates.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const { conversationId, conversationSegmentId, stream, end } = await askOpenly(anna)
    await updates.until(({ event }) => event === 'answer-started')
    expect(updates.events.slice(1)).toEqual([
      { id: 0, event: 'conversation-created', data: { conversationId } },
      { id: 0, event: 'answer-started', data: { conversationId, conversationSegmentId } },
    ])
    const later = await listen(anna)
    expect(later.events[0]?.data).toEqual({ answers: [{ conversationId, conversationSegmentId }] })
    end()
    await stream.ended
    await updates.until(({ event }) => event === 'answer-ended')
    expect(updates.events.at(-1)?.data).toEqual({ conversationId, conversationSegmentId })
    expect((await listen(anna)).events[0]?.data).toEqual({ answers: [] })
    // The end was reported only after it could be read.
    const { body } = await call<{ items: { status: string }[] }>(app, `${base}/${conversationId}/segments`, {
      token: anna,
    })
    expect(body.items.map(({ status }) => status)).toEqual(['Completed'])
  })

  test('reports each change of a conversation, and nothing that was rejected', async () => {
    const { conversationId, conversationSegmentId, stream, end } = await askOpenly(anna)
    end()
    await stream.ended
    const updates = await listen(anna)
    const one = `${base}/${conversationId}`
    const put = (path: string, body: object = {}) =>
      call(app, `${one}${path}`, { token: anna, method: 'PUT', body })
    const steps: [() => Promise<{ status: number }>, UpdateEvent['event']][] = [
      [() => put('/updateTitle', { conversationId, title: 'Another' }), 'conversation-changed'],
      [
        () =>
          put('/updateSelectedLeafSegmentId', {
            conversationId,
            selectedLeafSegmentId: conversationSegmentId,
          }),
        'conversation-changed',
      ],
      [() => put('/archive'), 'conversation-changed'],
      [() => put('/unArchive'), 'conversation-changed'],
      [() => call(app, one, { token: anna, method: 'DELETE' }), 'conversation-removed'],
      [() => call(app, `${one}/restore`, { token: anna, method: 'PUT', body: {} }), 'conversation-changed'],
    ]
    const told: string[] = []
    for (const [step, event] of steps) {
      const { status } = await step()
      expect(status).toBeLessThan(300)
      told.push(event)
      await expect.poll(() => named(updates.events, conversationId)).toEqual(told)
    }
    const refused = await put('/updateTitle', { conversationId, title: 'x'.repeat(51) })
    expect(refused.status).toBe(400)
    const foreign = await call(app, one, { token: ben, method: 'DELETE' })
    expect(foreign.status).toBe(404)
    await call(app, `${one}/archive`, { token: anna, method: 'PUT', body: {} })
    told.push('conversation-changed')
    await expect.poll(() => named(updates.events, conversationId)).toEqual(told)
  })

  test('is private: it never reports another user’s conversations or test chats', async () => {
    const admin = await app.token('admin')
    const others = await listen(ben)
    const own = await listen(admin)
    const { stream, end } = await askOpenly(anna)
    const state = await sql<{ id: string }>`
      select published_state_id as id from gpt_system where id = ${agent}`.execute(app.platform.database.db)
    const tested = await askOpenly(
      admin,
      adminConversations.create.path.replace(/\{\w+\}/, state.rows[0]?.id ?? ''),
    )
    const again = await listen(admin)
    expect(again.events[0]?.data).toEqual({ answers: [] })
    end()
    await stream.ended
    tested.end()
    await tested.stream.ended
    // This later event would arrive after any event that was wrongly sent.
    const after = await askOpenly(admin)
    after.end()
    await own.until(({ event }) => event === 'answer-ended')
    expect(own.events.length).toBe(named(own.events, after.conversationId).length + 1)
    expect(others.events).toHaveLength(1)
  })

  test('ends when the server stops, so pages reconnect to another server', async () => {
    const other = await startTestApplication({ engines, environment })
    const stream = await listen(await other.token('anna'), other)
    const begun = performance.now()
    await other.stop()
    await stream.ended.catch(() => undefined)
    expect(performance.now() - begun).toBeLessThan(10_000)
    await other.remove()
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('two servers on one database', () => {
  test('a page on one server sees questions asked on the other, and an answer that was completed there', async () => {
    const other = await startTestApplication({ engines, environment, databaseUrl: app.databaseUrl })
    const updates = await listen(await other.token('anna'), other)
    const { conversationId, stream, end } = await askOpenly(anna)
    await updates.until(({ event }) => event === 'answer-started')
    end()
    await stream.ended
    await updates.until(({ event }) => event === 'answer-ended')
    expect(named(updates.events, conversationId)).toEqual([
      'conversation-created',
      'answer-started',
      'answer-ended',
    ])
    updates.close()
    await other.stop()
  })
})
