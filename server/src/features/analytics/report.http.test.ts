import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownAgent, publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { newestEntry } from '../../testing/auditLog.ts'
import { call } from '../../testing/client.ts'
import { changeSettings, setDeployment } from '../../testing/instanceSettings.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { ask } from '../conversations/testing/asking.ts'
import { addUpUsage } from './store.ts'

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

const path = '/api/internal/analytics/reports/Tokens'
async function report(reportingPeriod: string, more = ''): Promise<Report> {
  const { body } = await call<Report>(app, `${path}?reportingPeriod=${reportingPeriod}${more}`, {
    token: admin,
  })
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
        { name: 'languageEngine', unit: null },
        { name: 'deploymentName', unit: null },
        { name: 'purpose', unit: null },
        { name: 'calls', unit: 'Calls' },
        { name: 'inputTokens', unit: 'Tokens' },
        { name: 'outputTokens', unit: 'Tokens' },
        { name: 'costUsd', unit: 'Usd' },
      ],
      rows: [answers, titles],
    })
    expect((await report('LastMonth')).rows).toEqual([])
  })

  test('[R-7-118] can be about one agent, unless it is a personal one', async () => {
    expect((await report('Today', `&gptSystemId=${agent}`)).rows).toEqual([answers, titles])
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

  test('stays the same when past days are added up, and forgets them after 13 months', async () => {
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
