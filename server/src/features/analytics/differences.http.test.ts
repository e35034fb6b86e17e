import { randomUUID } from 'node:crypto'
import type { Report, ReportRow } from '@parlance/contract/analytics'
import type { ReportingPeriod, ReportName } from '@parlance/contract/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { publishPage } from '../../testing/visitors.ts'
import { addUpDays } from './days/daysStore.ts'
import { type AskedQuestion, questionOf, storeAsked } from './testing/askedQuestions.ts'

const DAY_MS = 86_400_000
const few = 'FewerThan5'
let app: TestApplication
let admin: string
const db = () => app.platform.database.db

beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())
beforeEach(async () => {
  for (const table of ['asked_question', 'asker_month', 'last_asked', 'question_day', 'model_usage'])
    await sql`delete from ${sql.table(table)}`.execute(db())
})

async function report<N extends ReportName>(
  reportName: N,
  reportingPeriod: ReportingPeriod,
  gptSystemId: string | null = null,
): Promise<ReportRow<N>[]> {
  const more = gptSystemId ? `&gptSystemId=${gptSystemId}` : ''
  const path = `/api/internal/analytics/reports/${reportName}?reportingPeriod=${reportingPeriod}${more}`
  const { status, body } = await call<Report<N>>(app, path, { token: admin })
  expect(status).toBe(200)
  return body.rows
}

const askedBy = (people: number, gptSystemId: string, change: Partial<AskedQuestion> = {}) =>
  Array.from({ length: people }, () => questionOf({ gpt_system_id: gptSystemId, ...change }))
/** Seven questions of one person. */
const ofOne = (gptSystemId: string, change: Partial<AskedQuestion> = {}) => {
  const asker_id = randomUUID()
  return askedBy(7, gptSystemId, { asker_id, ...change })
}
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const use = (gptSystemId: string, cost: number, tokens: number) =>
  sql`insert into model_usage (day, gpt_system_id, language_engine, deployment_name, purpose, calls, input_tokens,
    output_tokens, cost) values ((now() at time zone 'UTC')::date, ${gptSystemId}::uuid, 'OpenAICompatible', 'large',
    'Answer', 1, ${tokens}, 0, ${cost})`.execute(db())

describe('what one person asked can’t be calculated', () => {
  test('from the agents, with the reports on single agents', async () => {
    const [quiet, usual] = [await publishAgent(app, 'Quiet'), await publishAgent(app, 'Usual')]
    await storeAsked(db(), [...ofOne(quiet), ...askedBy(6, usual), ...askedBy(4, usual)])
    await use(quiet, 700_000, 777)
    await use(usual, 100_000, 100)
    const agents = await report('Agents', 'Today')
    expect(agents.map(({ questions }) => questions)).toEqual([few, few])
    const [all] = await report('Overview', 'Today')
    const [other] = await report('Overview', 'Today', usual)
    const learned = {
      questions: Number(all?.questions) - Number(other?.questions),
      tokens: Number(all?.tokens) - Number(other?.tokens),
      cents: Math.round((Number(all?.costUsd) - Number(other?.costUsd)) * 100),
    }
    expect(learned).not.toEqual({ questions: 7, tokens: 777, cents: 70 })
  })

  test('from the questions of visitors', async () => {
    const agent = await publishAgent(app, 'Page')
    await publishPage(app, agent)
    await storeAsked(db(), [...ofOne(agent), ...askedBy(6, agent, { channel: 'PublicChats' })])
    const [day] = await report('QuestionsPerDay', 'Today', agent)
    expect(day).toMatchObject({ web: few, publicChats: few })
    const [all] = await report('Overview', 'Today', agent)
    const [page] = await report('PublicEndpoints', 'Today', agent)
    expect(Number(all?.questions) - Number(page?.questions)).not.toBe(7)
  })

  test('from usage on a day without questions, as after midnight', async () => {
    const agent = await publishAgent(app, 'Late')
    await storeAsked(db(), ofOne(agent, { asked_at: daysAgo(1) }))
    await use(agent, 700_000, 777)
    const [row] = await report('Agents', 'Today', agent)
    const [overview] = await report('Overview', 'Today', agent)
    const [costs] = await report('Costs', 'Today', agent)
    const [tokens] = await report('Tokens', 'Today', agent)
    expect([row?.tokens, overview?.costUsd, costs?.costUsd, tokens?.costUsd]).toEqual([few, few, few, few])
  })

  test('from the hours in which no one asked', async () => {
    const agent = await publishAgent(app, 'Hours')
    await storeAsked(db(), ofOne(agent))
    const hours = await report('WhenPeopleAsk', 'Today', agent)
    expect(new Set(hours.map(({ questions }) => questions)).size).toBe(1)
  })

  test('from who gave bad ratings', async () => {
    const agent = await publishAgent(app, 'Rated')
    await storeAsked(db(), [
      ...askedBy(6, agent, { rating: 'Bad', reason: 'Incorrect' }),
      ...ofOne(agent, { rating: 'Bad', reason: 'Incomplete' }),
    ])
    const rows = await report('Feedback', 'Today', agent)
    const of = (reason: string) => rows.find((one) => one.reason === reason)
    expect(of('Incomplete')?.count).toBe(few)
    expect(Number(rows[0]?.bad) - Number(of('Incorrect')?.count)).not.toBe(7)
  })
})

test('who asked an agent is forgotten after 25 months', async () => {
  const agent = await publishAgent(app, 'Old')
  await storeAsked(db(), askedBy(3, agent, { asked_at: daysAgo(800) }))
  await addUpDays(app.platform.database, new Date())
  expect((await sql`select from asked_question`.execute(db())).rows).toHaveLength(0)
  expect((await sql`select from last_asked`.execute(db())).rows).toHaveLength(0)
})
