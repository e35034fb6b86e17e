import { PERSONAL_AGENTS } from '@parlance/contract/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usersPath } from '../../../testing/access.ts'
import { ownAgent, publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, openStream } from '../../../testing/client.ts'
import { person } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { askAsVisitor, publishPage, visit } from '../../../testing/visitors.ts'
import { ask, base, idsOf, opened } from '../../conversations/testing/asking.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
let app: TestApplication
let anna: string
let agent: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  anna = await app.token('anna')
  agent = await publishAgent(app, 'Asked', scripted)
})
afterAll(() => app?.remove())
beforeEach(() => engine.play(async (writer) => writer.text('Yes.')))

const db = () => app.platform.database.db

interface Row {
  gpt_system_id: string
  channel: string
  asker_id: string
  begins_conversation: boolean
  status: string
  error_code: string | null
  first_text_ms: number | null
  total_ms: number | null
  rating: string | null
  reason: string | null
}
async function counted(segmentId: string): Promise<Row | undefined> {
  const found = await sql<Row>`select * from asked_question where segment_id = ${segmentId}::uuid`.execute(
    db(),
  )
  return found.rows[0]
}
const askerOf = async (userName: string) =>
  (await sql<{ id: string }>`select asker_id as id from app_user where user_name = ${userName}`.execute(db()))
    .rows[0]?.id

describe('a question counts', () => {
  test('once it has ended, with its times and who asked', async () => {
    engine.play(async (writer) => {
      writer.text('Yes.')
      await new Promise((resolve) => setTimeout(resolve, 30))
    })
    const first = await ask(app, anna, { gptSystemId: agent }, 'A question?')
    const row = await counted(first.conversationSegmentId)
    expect(row).toMatchObject({
      ...{ gpt_system_id: agent, channel: 'Web', asker_id: await askerOf('anna') },
      ...{ begins_conversation: true, status: 'Completed', error_code: null, rating: null },
    })
    expect(row?.total_ms).toBeGreaterThanOrEqual(30)
    expect(row?.first_text_ms).toBeLessThanOrEqual(row?.total_ms ?? 0)
    const next = await ask(app, anna, first, 'And another?')
    expect(await counted(next.conversationSegmentId)).toMatchObject({ begins_conversation: false })
  })

  test('with the code of the error if the answer failed, and as stopped', async () => {
    engine.play(async () => {
      throw new Error('an error')
    })
    const failed = await ask(app, anna, { gptSystemId: agent }, 'Will it fail?')
    const code = failed.segment.errors.at(-1)?.code
    expect(code).toBeTruthy()
    expect(await counted(failed.conversationSegmentId)).toMatchObject({ status: 'Failed', error_code: code })

    engine.play(async (writer, signal) => {
      writer.text('Begun')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    const stream = await opened(app, anna, { gptSystemId: agent }, { question: 'Will it stop?' })
    await expect.poll(() => stream.raw()).toContain('Begun')
    const ids = idsOf(stream)
    await call(app, `${base}/${ids.conversationId}/segments/${ids.conversationSegmentId}/abort`, {
      token: anna,
      body: {},
    })
    await stream.ended
    expect(await counted(ids.conversationSegmentId)).toMatchObject({ status: 'Aborted', error_code: null })
  })

  test('on public pages for each session, and as a test for those who test', async () => {
    const page = await publishPage(app, agent)
    const visitor = await visit(app, page)
    const asked = await askAsVisitor(app, visitor, 'As a visitor?')
    const session = await sql<{ id: string }>`select asker_id as id from public_session
      where id = ${visitor.sessionIdentifier}`.execute(db())
    expect(await counted(asked.conversationSegmentId)).toMatchObject({
      channel: 'PublicChats',
      asker_id: session.rows[0]?.id,
    })
    expect(session.rows[0]?.id).not.toBe(visitor.sessionIdentifier)
    const admin = await app.token('admin')
    const testing = await askAsVisitor(app, await visit(app, page, admin), 'As a test?')
    expect(await counted(testing.conversationSegmentId)).toMatchObject({
      channel: 'Tests',
      asker_id: await askerOf('admin'),
    })
    const { configStateId } = await ownAgent(app)
    const chat = await openStream(app, `/api/internal/configStates/${configStateId}/conversations`, {
      token: anna,
      body: { question: 'In a test chat?' },
    })
    await chat.ended
    expect(await counted(idsOf(chat).conversationSegmentId)).toMatchObject({ channel: 'Tests' })
  })

  test('without which personal agent it was asked of', async () => {
    const { configStateId, gptSystemId } = await ownAgent(app)
    await call(app, `/api/internal/gptSystems/user/management/fromConfigState/${configStateId}`, {
      token: anna,
      body: {},
    })
    const asked = await ask(app, anna, { gptSystemId }, 'Of my own?')
    expect(await counted(asked.conversationSegmentId)).toMatchObject({ gpt_system_id: PERSONAL_AGENTS })
  })

  test('with its rating, as long as there is one', async () => {
    const { conversationId, conversationSegmentId } = await ask(app, anna, { gptSystemId: agent }, 'Good?')
    const path = `${base}/${conversationId}/segments/${conversationSegmentId}/feedback`
    await call(app, path, { token: anna, body: { rating: 'Bad', reason: 'Incorrect' } })
    expect(await counted(conversationSegmentId)).toMatchObject({ rating: 'Bad', reason: 'Incorrect' })
    await call(app, path, { token: anna, body: { rating: 'Good' } })
    expect(await counted(conversationSegmentId)).toMatchObject({ rating: 'Good', reason: null })
    const removed = await call(app, path.replace('feedback', 'removeFeedback'), {
      token: anna,
      method: 'DELETE',
      body: {},
    })
    expect(removed.status).toBe(204)
    expect(await counted(conversationSegmentId)).toMatchObject({ rating: null, reason: null })
  })

  test('after its conversation was deleted permanently', async () => {
    const { conversationId, conversationSegmentId } = await ask(app, anna, { gptSystemId: agent }, 'Gone?')
    await call(app, `${base}/${conversationId}`, { token: anna, method: 'DELETE' })
    await sql`update conversation set deleted_at = now() - interval '100 days'
      where id = ${conversationId}`.execute(db())
    const isThere = async () =>
      (await sql`select from conversation where id = ${conversationId}`.execute(db())).rows.length
    await app.platform.jobs.send('conversations.removeForgotten', {})
    await expect.poll(isThere).toBe(0)
    expect(await counted(conversationSegmentId)).toMatchObject({ status: 'Completed' })
  })

  test('if it was asked before questions were counted, unless it was imported', async () => {
    const { conversationSegmentId } = await ask(app, anna, { gptSystemId: agent }, 'Long ago?')
    const imported = await ask(app, anna, { gptSystemId: agent }, 'Elsewhere?')
    const before = await counted(conversationSegmentId)
    await sql`delete from asked_question`.execute(db())
    await sql`update conversation_segment set imported = true
      where id = ${imported.conversationSegmentId}`.execute(db())
    await sql`insert into older_questions values ('ffffffff-ffff-ffff-ffff-ffffffffffff')`.execute(db())
    await app.platform.jobs.send('conversations.countOlder', {})
    const isDone = async () => (await sql`select from older_questions`.execute(db())).rows.length === 0
    await expect.poll(isDone).toBe(true)
    expect(await counted(conversationSegmentId)).toEqual({ ...before, first_text_ms: null })
    expect(await counted(imported.conversationSegmentId)).toBeUndefined()
  })
})

test('an answer ends, also if its question can’t be counted', async () => {
  await sql`alter table asked_question add constraint refused check (status <> 'Completed') not valid`.execute(
    db(),
  )
  try {
    const asked = await ask(app, anna, { gptSystemId: agent }, 'Does it end?')
    expect(asked.segment).toMatchObject({ status: 'Completed', answer: 'Yes.' })
    expect(await counted(asked.conversationSegmentId)).toBeUndefined()
  } finally {
    await sql`alter table asked_question drop constraint refused`.execute(db())
  }
})

test('once someone has been erased, nothing leads from what was counted to them', async () => {
  const admin = await app.token('admin')
  const leaver = await person(app)
  const asked = await ask(app, leaver.token, { gptSystemId: agent }, 'Is this counted?')
  const row = await counted(asked.conversationSegmentId)
  await call(app, `${usersPath}/${leaver.userId}`, { token: admin, method: 'DELETE', body: {} })
  await sql`update app_user set removed_at = now() - interval '40 days' where id = ${leaver.userId}`.execute(
    db(),
  )
  await app.platform.jobs.send('users.blankRemoved', {})
  const owners = async () =>
    (await sql`select from app_user where asker_id = ${row?.asker_id}::uuid`.execute(db())).rows.length
  await expect.poll(owners).toBe(0)
  expect(await counted(asked.conversationSegmentId)).toEqual(row)
})
