import { randomUUID } from 'node:crypto'
import { PERSONAL_AGENTS, reportNames, reports } from '@parlance/contract/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownAgent, publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { newestEntry } from '../../testing/auditLog.ts'
import { call } from '../../testing/client.ts'
import { changeSettings, setDeployment } from '../../testing/instanceSettings.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { ask } from '../conversations/testing/asking.ts'
import { addUpUsage } from './store.ts'
import { type AskedQuestion, questionOf, storeAsked } from './testing/askedQuestions.ts'

interface Report {
  from: string
  to: string
  columns: { name: string; unit: string | null }[]
  rows: Record<string, unknown>[]
}

const engine = createScriptedEngine()
const large = { languageEngine: 'OpenAICompatible', deploymentName: 'large' }
const small = { ...large, deploymentName: 'small' }
let app: TestApplication
let admin: string
let agent: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'large,small' },
  })
  admin = await app.token('admin')
  await setDeployment(app, 'large', {
    purposes: ['Chat'],
    price: { inputPerMillion: 3, outputPerMillion: 15 },
  })
  await setDeployment(app, 'small', { purposes: ['Helper'] })
  await changeSettings(app, { helperDeployment: small })
  agent = await publishAgent(app, 'Reported', large)
  engine.play(async (writer) => {
    writer.text('Yes.')
    return { usage: { inputTokens: 100, outputTokens: 10 } }
  })
  engine.playHelper(async (_purpose, writer) => {
    writer.text('A title')
    return { usage: { inputTokens: 40, outputTokens: 4 } }
  })
  await ask(app, await app.token('anna'), { gptSystemId: agent }, 'A question?')
  await ask(app, await app.token('anna'), { gptSystemId: agent }, 'Another question?')
})
afterAll(() => app?.remove())

const few = 'FewerThan5'
const base = '/api/internal/analytics/reports'
const path = `${base}/Tokens`
async function report(reportingPeriod: string, more = '', reportName = 'Tokens'): Promise<Report> {
  const { body } = await call<Report>(
    app,
    `${base}/${reportName}?reportingPeriod=${reportingPeriod}${more}`,
    {
      token: admin,
    },
  )
  return body
}
const answers = { ...large, purpose: 'Answer', calls: 2, inputTokens: 200, outputTokens: 20, costUsd: 0.0009 }
const titles = {
  ...{ ...small, purpose: 'Title' },
  ...{ calls: 2, inputTokens: 80, outputTokens: 8, costUsd: null },
}
const stored = async () =>
  (
    await sql<{ count: number }>`select count(*)::int as count from model_usage`.execute(
      app.platform.database.db,
    )
  ).rows[0]?.count

/** Questions of that many people to an agent, today. */
const askedBy = (people: number, gptSystemId: string, change: Partial<AskedQuestion> = {}) =>
  Array.from({ length: people }, () => questionOf({ gpt_system_id: gptSystemId, ...change }))

describe('the report on tokens', { shuffle: false }, () => {
  test('[R-7-117] shows the usage and the cost of a period by deployment and purpose', async () => {
    const today = new Date().toISOString().slice(0, 10)
    // Titles are written after the answers.
    await expect.poll(async () => (await report('Today')).rows[1]?.calls).toBe(2)
    expect(await report('Today')).toEqual({
      reportName: 'Tokens',
      from: today,
      to: today,
      columns: [
        { name: 'languageEngine', unit: 'Text' },
        { name: 'deploymentName', unit: 'Text' },
        { name: 'purpose', unit: 'Text' },
        { name: 'calls', unit: 'Calls' },
        { name: 'inputTokens', unit: 'Tokens' },
        { name: 'outputTokens', unit: 'Tokens' },
        { name: 'costUsd', unit: 'Usd' },
      ],
      rows: [answers, titles],
      totalRows: 2,
    })
    expect((await report('LastMonth')).rows).toEqual([])
  })

  test('[R-7-118] can be about one agent, unless it is a personal one', async () => {
    const ofAgent = async () => (await report('Today', `&gptSystemId=${agent}`)).rows
    const hidden = { calls: few, inputTokens: few, outputTokens: few, costUsd: few }
    expect(await ofAgent()).toEqual([
      { ...answers, ...hidden },
      { ...titles, ...hidden, costUsd: null },
    ])
    await storeAsked(app.platform.database.db, askedBy(4, agent))
    expect(await ofAgent()).toEqual([answers, titles])
    const { gptSystemId } = await ownAgent(app)
    await sql`insert into model_usage (day, gpt_system_id, language_engine, deployment_name, purpose, calls,
      input_tokens, output_tokens, cost) values (now() - interval '100 days', ${gptSystemId}::uuid,
      'OpenAICompatible', '=large', 'Answer', 1, 5, 1, 0.5)`.execute(app.platform.database.db)
    const old = { ...answers, deploymentName: '=large', calls: 1, inputTokens: 5, outputTokens: 1 }
    expect((await report('Last12Months')).rows).toContainEqual({ ...old, costUsd: 0.000001 })
    expect((await report('Last12Months', `&gptSystemId=${gptSystemId}`)).rows).toEqual([])
  })

  test('is exported with the same columns, without formulas, and the export is recorded', async () => {
    const response = await fetch(`${app.origin}${path}/export?reportingPeriod=Last12Months`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    const { from, to } = await report('Last12Months')
    expect(response.headers.get('content-disposition')).toContain(`tokens-${from}-${to}.csv`)
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    expect(text.split('\r\n')).toEqual([
      '\uFEFFlanguageEngine,deploymentName,purpose,calls,inputTokens,outputTokens,costUsd',
      'OpenAICompatible,large,Answer,2,200,20,0.0009',
      "OpenAICompatible,'=large,Answer,1,5,1,0.000001",
      'OpenAICompatible,small,Title,2,80,8,',
      '',
    ])
    expect(await newestEntry(app, 'Tokens')).toMatchObject({ area: 'analytics', verb: 'export' })
  })

  test('stays the same when past days are added up, and forgets them after 25 months', async () => {
    const { db } = app.platform.database
    await sql`update model_usage set day = day - 1`.execute(db)
    await sql`insert into model_usage select '2020-01-01', gpt_system_id, language_engine, deployment_name, purpose,
      calls, input_tokens, output_tokens, cost from model_usage`.execute(db)
    const before = await report('Last12Months')
    expect(await stored()).toBe(10)
    await addUpUsage(app.platform.database)
    expect(await stored()).toBe(3)
    expect(await report('Last12Months')).toEqual(before)
    await addUpUsage(app.platform.database)
    expect(await stored()).toBe(3)
  })

  test('[A14] requires an analytics permission', async () => {
    const { status } = await call(app, `${path}?reportingPeriod=Today`, { token: await app.token('anna') })
    expect(status).toBe(403)
  })
})

describe('reports', () => {
  const today = (reportName: string, gptSystemId: string) =>
    report('Today', `&gptSystemId=${gptSystemId}`, reportName).then(({ rows }) => rows)
  const store = (questions: readonly AskedQuestion[]) => storeAsked(app.platform.database.db, questions)

  test('[R-7-117] [R-7-118] [R-1-022] show how an agent was used, and hide what fewer than five people did', async () => {
    const used = await publishAgent(app, 'Used')
    await store(askedBy(4, used, { rating: 'Good' }))
    const hour = new Date().getUTCHours()
    const ofHour = async () => (await today('WhenPeopleAsk', used)).find((one) => one.questions !== 0)
    const shown = { questions: few, people: few, helpfulPercent: few, unansweredPercent: few }
    expect((await today('Overview', used))[0]).toMatchObject({
      ...shown,
      conversations: few,
      medianSeconds: few,
    })
    expect(await today('Agents', used)).toMatchObject([{ gptSystemId: used, name: 'Used', ...shown }])
    expect(await today('QuestionsPerDay', used)).toMatchObject([{ web: few, publicChats: few, people: few }])
    // Hours without questions would say when those few asked.
    expect(new Set((await today('WhenPeopleAsk', used)).map((one) => one.questions))).toEqual(new Set([few]))
    expect(await today('Feedback', used)).toMatchObject([{ good: few, bad: few }])

    await store(askedBy(1, used, { rating: 'Bad', reason: 'Incorrect', is_unanswered: true }))
    const now = { questions: 5, people: 5, helpfulPercent: 80, unansweredPercent: 20 }
    expect((await today('Overview', used))[0]).toMatchObject({ ...now, conversations: 5 })
    expect(await today('Agents', used)).toMatchObject([{ gptSystemId: used, ...now }])
    expect(await today('QuestionsPerDay', used)).toMatchObject([
      { web: 5, publicChats: 0, tests: 0, people: 5, helpfulPercent: 80 },
    ])
    expect(await ofHour()).toMatchObject({ hour, questions: 5 })
    expect(await today('Feedback', used)).toEqual([
      { gptSystemId: used, name: 'Used', good: 4, bad: 1, reason: 'Incorrect', count: few },
    ])
    expect(await today('AnswerTimes', used)).toMatchObject([{ totalP50Ms: expect.closeTo(1000, -2) }])
  })

  test('list errors with the last time, if enough people had them', async () => {
    const failing = await publishAgent(app, 'Failing')
    const failed = { status: 'Failed', error_code: 'engine.silence', first_text_ms: null } as const
    await store([...askedBy(5, failing, failed), ...askedBy(3, failing, { ...failed, error_code: 'other' })])
    expect(await today('Errors', failing)).toEqual([
      { code: 'engine.silence', count: 5, lastAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      { code: 'other', count: few, lastAt: null },
    ])
  })

  test('add up personal agents without saying whose they are', async () => {
    const { gptSystemId } = await ownAgent(app)
    await store(askedBy(6, PERSONAL_AGENTS))
    const { rows } = await report('Today', '', 'Agents')
    expect(rows).toContainEqual(expect.objectContaining({ gptSystemId: null, name: null, people: 6 }))
    expect(rows.map((one) => one.gptSystemId)).not.toContain(gptSystemId)
    expect(await today('Agents', gptSystemId)).toEqual([])
    expect(await today('Overview', gptSystemId)).toEqual([])
  })

  test('show how many members of a group asked, unless it is small', async () => {
    const [large, small] = [randomUUID(), randomUUID()]
    const members = []
    for (let at = 0; at < 8; at += 1)
      members.push(await person(app, { groups: at < 4 ? [large, small] : [large] }))
    await sql`update app_user set first_seen_at = now()
      where id = any(${members.map(({ userId }) => userId)}::uuid[])`.execute(app.platform.database.db)
    const askers = await sql<{ id: string }>`select asker_id as id from app_user
      where id = any(${members.slice(0, 6).map(({ userId }) => userId)}::uuid[])`.execute(
      app.platform.database.db,
    )
    await store(askers.rows.map(({ id }) => questionOf({ gpt_system_id: agent, asker_id: id })))
    const { rows } = await report('Today', '', 'Adoption')
    const shown = new Map(rows.map((row) => [row.groupId, row]))
    expect(shown.get(large)).toMatchObject({ members: 8, people: 6, adoptionPercent: 75 })
    expect(shown.get(small)).toMatchObject({ members: few, people: few, adoptionPercent: few })
  })

  test('forecast the month against the limit of the instance', async () => {
    await changeSettings(app, {
      limits: [{ kind: 'Money', per: 'Month', amount: 250, counted: 'Pool' }],
    })
    const [row] = (await report('Today', '', 'Forecast')).rows
    expect(row).toMatchObject({ month: expect.stringMatching(/-01$/), limitUsd: 250 })
    expect(Number(row?.forecastUsd)).toBeGreaterThanOrEqual(Number(row?.costUsd))
    await changeSettings(app, { limits: [] })
  })

  test('[R-7-119] are exported without formulas, and say of hidden figures that they are', async () => {
    const named = await publishAgent(app, '=cmd()')
    await store(askedBy(2, named))
    const url = `${app.origin}${base}/Agents/export?reportingPeriod=Today&gptSystemId=${named}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${admin}` } })
    expect((await response.text()).split('\r\n')[1]).toBe(
      `${named},'=cmd(),fewer than 5,fewer than 5,,fewer than 5,fewer than 5,fewer than 5`,
    )
  })

  test.each(reportNames)('%s has its columns in a period without data', async (reportName) => {
    const unused = await publishAgent(app, `Unused for ${reportName}`)
    const path = `/${reportName}?reportingPeriod=LastMonth&gptSystemId=${unused}`
    const { status, body } = await call<Report>(app, `${base}${path}`, { token: admin })
    expect(status).toBe(200)
    expect(body.columns.map(({ name }) => name)).toEqual(Object.keys(reports[reportName]))
    const days = new Set(body.rows.map((row) => row.day).filter((day) => day !== undefined))
    if (days.size > 0) expect(days.size).toBe(new Date(Date.parse(body.to)).getUTCDate())
    if (reportName === 'WhenPeopleAsk') expect(body.rows).toHaveLength(168)
  })
})
