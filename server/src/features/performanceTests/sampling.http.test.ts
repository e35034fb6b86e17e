import { randomUUID } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AnswerRequest } from '../../engines/engine.ts'
import { AppError } from '../../platform/errors.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch } from '../../testing/client.ts'
import { setCompliance } from '../../testing/compliance.ts'
import { setDeployment } from '../../testing/instanceSettings.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { storeAnswers } from './testing/realAnswers.ts'
import { runJob } from './testing/runJob.ts'

type Group = typeof performanceTests
type Test = Answer<Group['createPerformanceTest']>
type Live = Answer<Group['getLiveAnswers']>

const DAY = 86_400_000
const engine = createScriptedEngine()
const options = {
  engines: { OpenAICompatible: engine },
  environment: { COMPATIBLE_DEPLOYMENTS: 'answering,judge' },
}
const judge = { languageEngine: 'OpenAICompatible', deploymentName: 'judge', rubric: '', minimumScore: 3 }
let app: TestApplication
let admin: string
/** What the judge got. */
let judged: AnswerRequest[]
let rate: () => string

beforeAll(async () => {
  app = await startTestApplication(options)
  admin = await app.token('admin')
  await setDeployment(app, 'judge', {
    purposes: ['Judge'],
    price: { inputPerMillion: 2, outputPerMillion: 5 },
  })
})
afterAll(() => app?.remove())
beforeEach(async () => {
  judged = []
  rate = () => '{"reason":"Right.","score":4}'
  engine.play(async (writer, _, request) => {
    judged.push(request)
    writer.text(rate())
    return { usage: { inputTokens: 100, outputTokens: 10 } }
  })
  await sql`delete from live_sampling`.execute(db())
  await sql`delete from live_answer_day`.execute(db())
  await sql`delete from asked_question`.execute(db())
})

const db = () => app.platform.database.db
async function as<T>(path: string, more: CallOptions = {}): Promise<T> {
  const { status, body } = await call<T>(app, `/api/internal/${path}`, { token: admin, ...more })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

let agents = 0
async function agent(): Promise<string> {
  agents += 1
  const state = { languageEngine: 'OpenAICompatible', deploymentName: 'answering' }
  return publishAgent(app, `Sampled ${agents}`, state)
}
async function judgedAgent(): Promise<string> {
  const gptSystemId = await agent()
  const made = await as<Test>('performanceTests', { body: { gptSystemId, name: `Test ${randomUUID()}` } })
  await as(`performanceTests/${made.performanceTestId}`, {
    method: 'PUT',
    body: { name: made.name, passPercent: 80, judge },
    headers: ifMatch(made.version),
  })
  return gptSystemId
}
const liveOf = (gptSystemId: string, days = '7') =>
  as<Live>(`performanceTests/liveAnswers?gptSystemId=${gptSystemId}&days=${days}`)

/** Noon, so many days ago. */
const noon = (daysAgo: number) => new Date(Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY + DAY / 2)
const dayOf = (time: Date) => time.toISOString().slice(0, 10)
/** As many answers, each to another person, a few seconds apart. */
const many = (count: number, one: object = {}, daysAgo = 1) =>
  Array.from({ length: count }, (_, at) => ({
    asked_at: new Date(noon(daysAgo).getTime() + at * 1000),
    ...one,
  }))

const sample = (daysAhead = 0, processes: readonly TestApplication[] = [app]) =>
  runJob('performanceTests.sample', daysAhead, processes)

describe('[R-3-125] samples of real answers', () => {
  test('report refusals, sources, failures, and times', async () => {
    const gptSystemId = await agent()
    await storeAnswers(db(), gptSystemId, [
      ...many(6, { isCited: true, first_text_ms: 400 }),
      ...many(2, { is_unanswered: true, first_text_ms: 4000 }),
      ...many(2, { status: 'Failed', error_code: 'engine.failed', first_text_ms: null }),
    ])
    await sample()
    const live = await liveOf(gptSystemId)
    const figures = {
      ...{ sampled: 10, failedPercent: 20, refusedPercent: 25, citedPercent: 75 },
      ...{ ratings: 0, rating: null, lowRatings: null },
    }
    const yesterday = dayOf(noon(1))
    expect(live).toMatchObject({
      ...{ from: dayOf(noon(7)), to: yesterday, now: figures, before: null },
      ...{ isPublished: true, rating: 'NoJudge' },
      days: [{ ...figures, to: yesterday }],
    })
    expect(Math.abs((live.now?.firstTextMedianMs ?? 0) - 400)).toBeLessThan(20)
    expect(Math.abs((live.now?.firstTextP90Ms ?? 0) - 4000)).toBeLessThan(200)
    // A day later, they are of the day before yesterday.
    await storeAnswers(db(), gptSystemId, many(5, {}, 0))
    await sample(1)
    const rows = await sql`select day::text, sampled from live_answer_day order by day`.execute(db())
    expect(rows.rows).toEqual([
      { day: yesterday, sampled: 10 },
      { day: dayOf(noon(0)), sampled: 5 },
    ])
  })

  test('are compared with as many days before', async () => {
    const gptSystemId = await agent()
    await storeAnswers(db(), gptSystemId, [...many(5, {}, 10), ...many(5, { isCited: true })])
    await sample(-9)
    await sql`delete from live_sampling`.execute(db())
    await sample()
    expect(await liveOf(gptSystemId)).toMatchObject({
      now: { citedPercent: 100 },
      before: { citedPercent: 0 },
    })
    expect(await liveOf(gptSystemId, '30')).toMatchObject({ now: { citedPercent: 50 }, before: null })
  })

  test('leave out temporary, imported, deleted, and test chats, and answers that someone stopped', async () => {
    const gptSystemId = await agent()
    await storeAnswers(db(), gptSystemId, [
      ...many(5),
      ...many(3, { isTemporary: true }),
      ...many(3, { imported: true }),
      ...many(3, { isDeleted: true }),
      ...many(3, { channel: 'Tests' }),
      ...many(3, { status: 'Aborted' }),
      ...many(3, {}, 0),
    ])
    const unpublished = await agent()
    await storeAnswers(db(), unpublished, many(8))
    await as(`gptSystems/system/management/${unpublished}/publishing`, {
      method: 'PUT',
      body: { gptSystemConfigurationStateId: null },
    })
    await sample()
    expect((await liveOf(gptSystemId)).now).toMatchObject({ sampled: 5 })
    expect(await liveOf(unpublished)).toMatchObject({ now: null, isPublished: false })
  })

  test('are at most 50 a day, from all over the day', async () => {
    const gptSystemId = await agent()
    const at = (hour: number) => new Date(noon(1).getTime() - DAY / 2 + hour * 3_600_000)
    const answers = Array.from({ length: 960 }, (_, index) => ({
      asked_at: at(index / 40),
      // A step of its own for each of four parts of the day.
      first_text_ms: [100, 1000, 10_000, 100_000][Math.floor(index / 240)]!,
    }))
    await storeAnswers(db(), gptSystemId, answers)
    await sample()
    expect((await liveOf(gptSystemId)).now?.sampled).toBe(50)
    const found = await sql<{ parts: Record<string, number> }>`select first_text as parts from live_answer_day
      where gpt_system_id = ${gptSystemId}::uuid`.execute(db())
    const parts = Object.values(found.rows[0]!.parts)
    expect(parts).toHaveLength(4)
    // By chance, fewer than 3 of 12 or 13 would be less likely than 1 in 1,000.
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(3)
  })

  test('of fewer than five people aren’t stored, and are taken together with those of the next days', async () => {
    const gptSystemId = await agent()
    const one = randomUUID()
    await storeAnswers(db(), gptSystemId, [
      ...many(3, {}, 2),
      // Many answers to one person are still of one person.
      ...many(9, { asker_id: one }, 2),
      ...many(1, {}, 1),
    ])
    await sample(-1)
    expect((await sql`select from live_answer_day`.execute(db())).rows).toEqual([])
    expect(await liveOf(gptSystemId)).toMatchObject({ now: null, days: [] })
    await sample()
    expect(await liveOf(gptSystemId)).toMatchObject({
      now: { sampled: 13 },
      days: [{ from: dayOf(noon(7)), to: dayOf(noon(1)) }],
    })
  })

  test('are taken once, also with several processes', async () => {
    const gptSystemId = await judgedAgent()
    await storeAnswers(db(), gptSystemId, many(20))
    const other = await startTestApplication({
      ...options,
      databaseUrl: app.databaseUrl,
      dataDir: app.dataDir,
    })
    onTestFinished(() => other.stop())
    await sample(0, [app, other, app, other])
    expect((await liveOf(gptSystemId)).now).toMatchObject({ sampled: 20, ratings: 10, rating: 4 })
    expect(judged).toHaveLength(10)
  })

  test('are deleted after 25 months, and with their agent', async () => {
    const [kept, deleted] = [await agent(), await agent()]
    await sql`insert into live_answer_day (gpt_system_id, day, from_day, sampled, failed, refused, cited, first_text)
      select a, d, d, 5, 0, 0, 0, '{}' from unnest(${[kept, deleted]}::uuid[]) a,
        unnest(array[current_date - 800, current_date - 20]) d`.execute(db())
    await as(`gptSystems/system/management/${deleted}`, { method: 'DELETE', body: {} })
    await sample()
    const left = async () =>
      (
        await sql<{
          agent: string
        }>`select gpt_system_id as agent from live_answer_day order by agent`.execute(db())
      ).rows.map((row) => row.agent)
    expect(await left()).toEqual([kept, deleted].sort())
    const { status } = await call(app, `/api/internal/performanceTests/liveAnswers?gptSystemId=${deleted}`, {
      token: admin,
    })
    expect(status).toBe(404)
    await sql`update gpt_system set deleted_at = now() - interval '31 days' where id = ${deleted}::uuid`.execute(
      db(),
    )
    await sample()
    expect(await left()).toEqual([kept])
  })
})

describe('[R-3-125] a judge', () => {
  test('rates ten answers without personal data, and nothing of them is stored', async () => {
    const gptSystemId = await judgedAgent()
    const marker = `marker${randomUUID().replaceAll('-', '')}`
    const ids = await storeAnswers(db(), gptSystemId, [
      ...many(12, { question: `Is ${marker} at max.mustermann@example.com?`, answer: `Yes, ${marker}.` }),
      // Those that can't be judged by themselves.
      ...many(5, { question: 'And then?', begins_conversation: false }),
      ...many(5, { question: 'Unknown?', is_unanswered: true }),
    ])
    const before = await tablesWith(marker, ids)
    rate = () => (judged.length % 5 === 0 ? '{"reason":"Wrong.","score":1}' : '{"reason":"Right.","score":5}')
    await sample()
    expect(await liveOf(gptSystemId)).toMatchObject({
      rating: 'Judge',
      now: { sampled: 22, ratings: 10, rating: 4.2, lowRatings: 2 },
    })
    expect(judged).toHaveLength(10)
    for (const { messages } of judged) {
      const text = JSON.stringify(messages)
      expect(text).toContain(marker)
      expect(text).not.toContain('mustermann')
    }
    // It rates no more of the day.
    await sample()
    expect(judged).toHaveLength(10)
    expect(await tablesWith(marker, ids)).toEqual(before)
    expect(app.logged.filter((line) => line.includes(marker))).toEqual([])
    const used = await sql<{ purpose: string; calls: number }>`select purpose, sum(calls)::int as calls
      from model_usage where gpt_system_id = ${gptSystemId}::uuid group by purpose`.execute(db())
    expect(used.rows).toEqual([{ purpose: 'Judging', calls: 10 }])
  })

  test('gets nothing in Strict', async () => {
    const gptSystemId = await judgedAgent()
    await storeAnswers(db(), gptSystemId, many(8))
    const { mode } = await setCompliance(app, { mode: 'Strict', retentionDays: 365 })
    onTestFinished(async () => void (await setCompliance(app, { mode: 'Off', retentionDays: null })))
    expect(mode).toBe('Strict')
    await sample()
    expect(await liveOf(gptSystemId)).toMatchObject({ rating: 'Strict', now: { sampled: 8, ratings: 0 } })
    expect(judged).toEqual([])
  })

  test('stops at the cost limit of a day', async () => {
    const gptSystemId = await judgedAgent()
    await storeAnswers(db(), gptSystemId, many(20))
    // Each rating costs 0.2 dollars.
    engine.play(async (writer, _, request) => {
      judged.push(request)
      writer.text(rate())
      return { usage: { inputTokens: 100_000, outputTokens: 0 } }
    })
    await sample()
    await sample()
    expect(judged).toHaveLength(3)
    // So few ratings aren't shown.
    expect((await liveOf(gptSystemId)).now).toMatchObject({ ratings: 3, rating: null, lowRatings: null })
  })

  test('that can’t be asked is asked about the others later', async () => {
    const [failing, working] = [await judgedAgent(), await judgedAgent()]
    await storeAnswers(db(), failing, many(8))
    await storeAnswers(db(), working, many(8))
    let calls = 0
    engine.play(async (writer) => {
      calls += 1
      if (calls === 1) throw new AppError('engine.key')
      writer.text(rate())
    })
    await sample()
    expect(app.logged.some((line) => line.includes('performanceTests.notRated'))).toBe(true)
    await sample()
    const rated = [await liveOf(failing), await liveOf(working)].map(({ now }) => now?.ratings)
    expect(rated.sort()).toEqual([7, 8])
  })
})

/** The tables that contain a text or one of some IDs. */
async function tablesWith(text: string, ids: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE'
      and table_schema not in ('pg_catalog', 'information_schema') order by name`.execute(db())
  const found: string[] = []
  for (const { name } of tables.rows) {
    const rows = await sql`select from ${sql.raw(name)} r
      where strpos(r::text, ${text}) > 0 or exists (select from unnest(${[...ids]}::text[]) id where strpos(r::text, id) > 0)
      limit 1`.execute(db())
    if (rows.rows.length > 0) found.push(name)
  }
  expect(found).toContain('public.conversation_segment')
  return found
}
