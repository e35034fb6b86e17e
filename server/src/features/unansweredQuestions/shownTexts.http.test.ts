import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, ifMatch } from '../../testing/client.ts'
import { publicLibrary } from '../../testing/libraries.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { ask, base } from '../conversations/testing/asking.ts'

interface Listed {
  unansweredQuestionId: string
  question: string
  version: number
}
const path = '/api/internal/analytics/unansweredQuestions'
let app: TestApplication
let admin: string
let libraries: string[]
let agent: string
let people: TestPerson[]
const db = () => app.platform.database.db

beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
  libraries = [
    await publicLibrary(app, 'lights.txt', 'The lighthouse of Vela is 41 metres tall.'),
    await publicLibrary(app, 'ships.txt', 'The ships of Vela are blue.'),
  ]
  agent = await publishAgent(app, 'Welcome Desk', {}, libraries)
  people = []
  for (let at = 0; at < 5; at += 1) people.push(await person(app))
})
afterAll(() => app?.remove())

async function find(word: string): Promise<Listed | undefined> {
  await app.platform.jobs.send('unansweredQuestions.group', {})
  const waiting = async () =>
    (await sql`select from asked_question where is_unanswered and not compared`.execute(db())).rows.length
  await expect.poll(waiting).toBe(0)
  const { body } = await call<{ items: Listed[] }>(app, `${path}?reportingPeriod=Today`, { token: admin })
  return body.items.find(({ question }) => question.toLowerCase().includes(word))
}
const asks = (who: TestPerson, question: string) => ask(app, who.token, { gptSystemId: agent }, question)

test('the text of a deleted chat is not shown', async () => {
  const asked = await asks(people[0]!, 'Otters knit scarves?')
  await asks(people[1]!, 'Do otters knit woollen scarves?')
  await asks(people[2]!, 'Can otters knit woollen scarves nowadays?')
  await asks(people[3]!, 'Would otters knit woollen scarves?')
  expect((await find('otters'))?.question).toBe('Otters knit scarves?')
  await call(app, `${base}/${asked.conversationId}`, { token: people[0]!.token, method: 'DELETE' })
  expect((await find('otters'))?.question).not.toBe('Otters knit scarves?')
})

test('what a single person repeats does not decide what is shown', async () => {
  const own = 'Do ferrets knit woollen scarves for ward seven, where I broke my leg?'
  for (let at = 0; at < 3; at += 1) await asks(people[0]!, own)
  await asks(people[1]!, 'Do ferrets knit woollen scarves for ward seven, with a leg?')
  await asks(people[2]!, 'Can ferrets knit woollen scarves for ward seven with a leg?')
  const found = await find('ferrets')
  expect(found).toBeDefined()
  expect(found?.question).not.toBe(own)
})

test('a request reaches who can add files to any library of the agent', async () => {
  const keepers = []
  for (const entityId of libraries)
    keepers.push(await person(app, { specific: [{ action: 'DataSourcesWriteSpecific', entityId }] }))
  const listed = (await find('ferrets'))!
  const requested = await call(app, `${path}/${listed.unansweredQuestionId}/request`, {
    token: admin,
    body: {},
    headers: ifMatch(listed.version),
  })
  expect(requested.status).toBe(200)
  const told = await sql<{ userId: string }>`select user_id as "userId" from notification
    where kind = 'DocumentRequested' and user_id = any(${keepers.map(({ userId }) => userId)}::uuid[])`.execute(
    db(),
  )
  expect(told.rows).toHaveLength(2)
})

test('a requested question goes from notifications with the chats in which it was asked', async () => {
  await sql`update conversation set deleted_at = now() - interval '100 days'`.execute(db())
  await app.platform.jobs.send('conversations.removeForgotten', {})
  const left = async () => (await sql`select from unanswered_question`.execute(db())).rows.length
  await expect.poll(left).toBe(0)
  await app.platform.jobs.send('unansweredQuestions.group', {})
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const told = await sql<{
    params: object
  }>`select params from notification where kind = 'DocumentRequested'`.execute(db())
  expect(told.rows).toEqual([])
})
