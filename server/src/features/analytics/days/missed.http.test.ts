import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { askAsVisitor, publishPage, visit } from '../../../testing/visitors.ts'
import { ask, opened } from '../../conversations/testing/asking.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
let app: TestApplication
let anna: string
let agent: string
const db = () => app.platform.database.db

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  anna = await app.token('anna')
  agent = await publishAgent(app, 'Asked', scripted)
})
afterAll(() => app?.remove())

test('the newest question before the migration counts', async () => {
  engine.play(async (writer) => writer.text('Yes.'))
  const { conversationSegmentId } = await ask(app, anna, { gptSystemId: agent }, 'The last one before?')
  await sql`delete from asked_question`.execute(db())
  const migration = readFileSync(
    new URL('../../../migrations/0072-count-questions.sql', import.meta.url),
    'utf8',
  )
  const filling = migration.split(';').find((one) => one.includes('insert into older_questions'))!
  await sql.raw(filling).execute(db())
  await app.platform.jobs.send('conversations.countOlder', {})
  const isDone = async () => (await sql`select from older_questions`.execute(db())).rows.length === 0
  await expect.poll(isDone).toBe(true)
  const counted =
    await sql`select from asked_question where segment_id = ${conversationSegmentId}::uuid`.execute(db())
  expect(counted.rows).toHaveLength(1)
})

test('an answer ends even if it can’t be counted', async () => {
  engine.play(async (writer) => writer.text('Yes.'))
  await sql`alter table asked_question add constraint refused check (total_ms < 0) not valid`.execute(db())
  const stream = await opened(app, anna, { gptSystemId: agent }, { question: 'Does it end?' })
  const isEnded = await Promise.race([
    stream.ended.then(() => true),
    new Promise((resolve) => setTimeout(() => resolve(false), 8000)),
  ])
  await sql`alter table asked_question drop constraint refused`.execute(db())
  await stream.ended
  expect(isEnded).toBe(true)
})

test('once a visitor has deleted everything, nothing that was counted has their session', async () => {
  engine.play(async (writer) => writer.text('Yes.'))
  const visitor = await visit(app, await publishPage(app, agent))
  await askAsVisitor(app, visitor, 'As a visitor?')
  const path = `/api/internal/publicConversations/sessions/${visitor.sessionIdentifier}/data`
  const removed = await call(app, path, { token: visitor.token, method: 'DELETE', body: {} })
  expect(removed.status).toBeLessThan(300)
  const counted =
    await sql`select from asked_question where asker_id = ${visitor.sessionIdentifier}::uuid`.execute(db())
  expect(counted.rows).toEqual([])
})
