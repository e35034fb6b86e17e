import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usersPath } from '../../testing/access.ts'
import { ownAgent, publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { approveTool, setDeployment } from '../../testing/instanceSettings.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { askAsVisitor, publishPage, visit } from '../../testing/visitors.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhookReceiver.ts'
import { ask, base, libraryOf } from '../conversations/testing/asking.ts'
import { conversationsAreExported } from './policy.ts'
import { numberQuestions, readQuestions, removeOldQuestions } from './positionsStore.ts'
import { administrator, type Export, linesOf, type Received } from './testing/exports.ts'

const engine = createScriptedEngine()
const scripted = {
  languageEngine: 'OpenAICompatible',
  deploymentName: 'scripted',
  capabilityTypes: ['FileSearch'],
}
/** In every text that people and the model write, and nowhere else. */
const needle = 'xylocarp'
let app: TestApplication
let receiver: WebhookReceiver
let anna: string
let agent: string
const { stateOf, toWebhook, removeAll } = administrator(() => app)

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', EGRESS_ALLOW: '127.0.0.1' },
  })
  anna = await app.token('anna')
  agent = await publishAgent(app, 'Harbour guide', scripted)
  await setDeployment(app, 'scripted', { purposes: ['Chat'] })
  await approveTool(app, 'FileSearch')
})
afterAll(() => app?.remove())
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  engine.play(async (writer) => {
    writer.text(`Yes. ${needle}`)
    return { usage: { inputTokens: 120, outputTokens: 30 } }
  })
  await setMode('Strict')
})
afterEach(async () => {
  await removeAll()
  await receiver.close()
})

const db = () => app.platform.database.db
const setMode = (mode: 'Off' | 'Standard' | 'Strict') =>
  sql`update compliance set mode = ${mode}, retention_days = 365`.execute(db())
const exportNow = () => app.platform.jobs.send('supervisionExports.export', {})
const withConversations = (more: object = {}) =>
  toWebhook(receiver.url, { includesConversations: true, ...more })
const settled = (one: Export) => expect.poll(async () => (await stateOf(one)).state).toBe('UpToDate')
const conversationsIn = () =>
  receiver.received.flatMap(({ body }) => linesOf(body)).filter(({ stream }) => stream === 'Conversations')
const question = `What about the ${needle}?`
const askedBy = (token: string) => ask(app, token, { gptSystemId: agent }, question)
const recordedCount = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from supervised_question`.execute(db())).rows[0]?.n ?? 0

/** Exports, and returns the line of a question. */
async function exported(one: Export, segmentId: string): Promise<Received | undefined> {
  await exportNow()
  await settled(one)
  return conversationsIn().find(({ id }) => id === segmentId)
}

describe('the metadata of a question', () => {
  test('has its agent, model, tokens, times, and a pseudonym, and no text', async () => {
    const dataSourceId = await libraryOf(app, 'Harbour', { 'rules.txt': `The ${needle} is green.` })
    const reading = await publishAgent(app, 'Reader', scripted, [dataSourceId])
    const one = await withConversations()
    let calls = 0
    engine.play(async (writer) => {
      calls += 1
      const usage = { inputTokens: 100, outputTokens: 20 }
      if (calls === 1)
        return {
          usage,
          finish: 'ToolCalls',
          toolCalls: [
            { id: '1', name: 'search_files', input: JSON.stringify({ query: needle }) },
            { id: '2', name: needle, input: '{}' },
          ],
        }
      writer.text(`It is green [1]. ${needle}`)
      return { usage }
    })
    const asked = await ask(app, anna, { gptSystemId: reading }, question)
    const line = await exported(one, asked.conversationSegmentId)
    const [asker] = (
      await sql<{ id: string }>`select asker_id as id from app_user where user_name = 'anna'`.execute(db())
    ).rows
    expect(line).toEqual({
      schemaVersion: 1,
      source: app.origin,
      stream: 'Conversations',
      position: expect.any(Number),
      id: asked.conversationSegmentId,
      at: expect.any(String),
      entry: {
        conversationId: asked.conversationId,
        askedAt: expect.any(String),
        person: { kind: 'User', pseudonym: asker?.id, userId: null, name: null },
        agent: {
          gptSystemId: reading,
          name: 'Reader',
          version: 1,
          versionId: expect.any(String),
        },
        channel: 'Web',
        model: { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' },
        tokens: { input: 200, output: 40 },
        firstTextMs: expect.any(Number),
        totalMs: expect.any(Number),
        outcome: 'Completed',
        isUnanswered: false,
        errorCode: null,
        citedFiles: 1,
        // A name that only the model made up could be text.
        tools: ['search_files'],
      },
    })
    expect(receiver.received.map(({ body }) => body).join('')).not.toContain(needle)
    const rows = await sql`select q::text from supervised_question q`.execute(db())
    expect(JSON.stringify(rows.rows)).not.toContain(needle)
  })

  test('names people only if the export says so, and an erased person no more', async () => {
    const someone = await person(app)
    const one = await withConversations({ includesNames: true })
    const asked = await askedBy(someone.token)
    const line = await exported(one, asked.conversationSegmentId)
    const { rows } = await sql<{
      name: string
    }>`select name from app_user where id = ${someone.userId}`.execute(db())
    expect(line?.entry.person).toMatchObject({ kind: 'User', userId: someone.userId, name: rows[0]?.name })
    const admin = await app.token('admin')
    await call(app, `${usersPath}/${someone.userId}`, { token: admin, method: 'DELETE', body: {} })
    await sql`update app_user set removed_at = now() - interval '31 days' where id = ${someone.userId}`.execute(
      db(),
    )
    await app.platform.jobs.send('users.blankRemoved', {})
    await expect
      .poll(async () => {
        const found = await sql<{ done: boolean }>`select erased_at is not null as done from app_user
          where id = ${someone.userId}`.execute(db())
        return found.rows[0]?.done
      })
      .toBe(true)
    await db().transaction().execute(numberQuestions)
    const again = await readQuestions(db(), (line?.position ?? 0) - 1, { withNames: true })
    expect(again[0]).toMatchObject({
      segmentId: asked.conversationSegmentId,
      userId: null,
      userName: null,
    })
  })

  test('doesn’t say what a personal agent is called, or who visits a public page', async () => {
    const one = await withConversations({ includesNames: true })
    const { configStateId, gptSystemId } = await ownAgent(app)
    await call(app, `/api/internal/gptSystems/user/management/fromConfigState/${configStateId}`, {
      token: anna,
      body: {},
    })
    const own = await ask(app, anna, { gptSystemId }, question)
    expect((await exported(one, own.conversationSegmentId))?.entry).toMatchObject({
      agent: { gptSystemId, name: null },
      channel: 'Web',
    })
    const page = await publishPage(app, agent)
    const visitor = await visit(app, page)
    const { conversationSegmentId } = await askAsVisitor(app, visitor, question)
    expect((await exported(one, conversationSegmentId))?.entry).toMatchObject({
      person: { kind: 'Visitor', userId: null, name: null },
      channel: 'PublicChats',
    })
  })

  test('says how an answer failed, and is exported though its conversation was deleted', async () => {
    const one = await withConversations()
    engine.play(() => Promise.reject(new Error('broken')))
    const asked = await askedBy(anna)
    await call(app, `${base}/${asked.conversationId}`, { token: anna, method: 'DELETE' })
    expect((await exported(one, asked.conversationSegmentId))?.entry).toMatchObject({
      outcome: 'Failed',
      errorCode: asked.segment.errors[0]?.code,
      tokens: { input: null, output: null },
    })
  })
})

describe('in the compliance mode', () => {
  test.each(['Off', 'Standard'] as const)(
    '%s, nothing of questions is recorded or exported',
    async (mode) => {
      receiver.answerWith((response) => void response.writeHead(401).end())
      const one = await withConversations()
      await expect.poll(async () => (await stateOf(one)).state).toBe('Paused')
      const waiting = await askedBy(anna)
      await setMode(mode)
      const before = await recordedCount()
      await askedBy(anna)
      expect(await recordedCount()).toBe(before)
      receiver.answerWith((response) => void response.writeHead(204).end())
      receiver.received.length = 0
      await sql`update supervision_export set next_attempt_at = now()`.execute(db())
      expect(await exported(one, waiting.conversationSegmentId)).toBeUndefined()
      expect((await stateOf(one)).streams[1]).toMatchObject({ stream: 'Conversations', waiting: 0 })
      await setMode('Strict')
      expect(await exported(one, waiting.conversationSegmentId)).toBeDefined()
    },
  )

  test('Strict, nothing is recorded unless an export that is on expects it', async () => {
    const before = await recordedCount()
    await askedBy(anna)
    await toWebhook(receiver.url)
    await withConversations({ enabled: false })
    await askedBy(anna)
    expect(await recordedCount()).toBe(before)
    await withConversations()
    await askedBy(anna)
    expect(await recordedCount()).toBe(before + 1)
  })

  test.each([
    ['Strict', true],
    ['Standard', false],
    ['Off', false],
  ] as const)('%s, metadata is exported: %s', async (mode, isExported) => {
    await setMode(mode)
    const found = await sql<{ exported: boolean }>`select ${conversationsAreExported} as exported`.execute(
      db(),
    )
    expect(found.rows[0]?.exported).toBe(isExported)
  })
})

describe('positions', () => {
  const insert = (
    segmentId: string,
    ended: string,
  ) => sql`insert into supervised_question (segment_id, conversation_id,
      asked_at, ended_at, asker_id, is_visitor, gpt_system_id, agent_name, agent_version, agent_version_id, channel,
      language_engine, status, is_unanswered, cited_files)
    values (${segmentId}, ${randomUUID()}, now(), now() + ${ended}::interval, ${randomUUID()}, false, ${agent}, 'A', 1,
      ${randomUUID()}, 'Web', 'BuiltIn', 'Completed', false, 0)`

  test.runIf(process.env.TEST_DATABASE_URL)(
    'don’t skip a question whose transaction ends after those of later ones',
    async () => {
      const one = await withConversations()
      const [late, early] = [randomUUID(), randomUUID()]
      const open = await app.platform.database.pool.connect()
      try {
        await open.query('begin')
        const compiled = insert(late, '-1 minute').compile(db())
        await open.query(compiled.sql, [...compiled.parameters])
        await insert(early, '0').execute(db())
        const first = await exported(one, early)
        expect(first).toBeDefined()
        expect(conversationsIn().some(({ id }) => id === late)).toBe(false)
        await open.query('commit')
        const second = await exported(one, late)
        expect(second?.position).toBe((first?.position ?? 0) + 1)
      } finally {
        open.release()
      }
    },
  )

  test('are given once, whichever processes give them at the same time', async () => {
    await withConversations()
    const ids = Array.from({ length: 60 }, () => randomUUID())
    for (const id of ids) await insert(id, '0').execute(db())
    await Promise.all(
      Array.from({ length: 5 }, () => app.platform.database.transaction((tx) => numberQuestions(tx))),
    )
    const found = await sql<{ position: number }>`select position from supervised_question
      where segment_id = any(${ids}::uuid[]) order by position`.execute(db())
    const numbers = found.rows.map(({ position }) => position)
    expect(numbers).toEqual(ids.map((_, at) => (numbers[0] ?? 0) + at))
    const head = await sql<{ position: number }>`select position from supervised_question_head`.execute(db())
    expect(head.rows[0]?.position).toBe(numbers.at(-1))
  })

  test('are kept for an export that waits, and for 30 days', async () => {
    const one = await withConversations()
    const ages = { fresh: '-29 days', old: '-31 days', tooOld: '-366 days' }
    const ids = Object.fromEntries(Object.keys(ages).map((name) => [name, randomUUID()]))
    for (const [name, age] of Object.entries(ages)) await insert(ids[name] ?? '', age).execute(db())
    const left = async () => {
      await app.platform.database.transaction(removeOldQuestions)
      const found = await sql<{ id: string }>`select segment_id as id from supervised_question
        where segment_id = any(${Object.values(ids)}::uuid[])`.execute(db())
      return Object.keys(ages).filter((name) => found.rows.some(({ id }) => id === ids[name]))
    }
    receiver.answerWith((response) => void response.writeHead(401).end())
    expect(await left()).toEqual(['fresh', 'old'])
    receiver.answerWith((response) => void response.writeHead(204).end())
    // An attempt that is still under way fails too, and puts the next one off.
    const tryNow = async () => {
      await sql`update supervision_export set next_attempt_at = now()`.execute(db())
      await exportNow()
      return (await stateOf(one)).state
    }
    await expect.poll(tryNow, { interval: 200 }).toBe('UpToDate')
    expect(conversationsIn().find(({ id }) => id === ids.old)).toBeDefined()
    expect(await left()).toEqual(['fresh'])
  })
})
