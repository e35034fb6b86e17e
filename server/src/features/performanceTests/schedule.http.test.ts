import { randomUUID } from 'node:crypto'
import type { agents } from '@parlance/contract/agents'
import type { Answer } from '@parlance/contract/endpoint'
import type { NotificationParams } from '@parlance/contract/notifications'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { newestEntry } from '../../testing/auditLog.ts'
import { type CallOptions, call, ifMatch } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { runJob } from './testing/runJob.ts'

type Group = typeof performanceTests
type Test = Answer<Group['createPerformanceTest']>
type Run = Answer<Group['listRuns']>['items'][number]
type Notices = { items: { kind: string; params: NotificationParams['ScheduledRunEnded']; path: string }[] }

const engine = createScriptedEngine()
const options = {
  engines: { OpenAICompatible: engine },
  environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
}
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
let app: TestApplication
let admin: string
/** How many nights have passed. */
let nights = 0
let says: string

beforeAll(async () => {
  app = await startTestApplication(options)
  admin = await app.token('admin')
})
afterAll(() => app?.remove())
beforeEach(async () => {
  // What earlier tests left doesn't take turns with this one.
  await sql`update performance_test set schedule = 'Never'`.execute(db())
  await sql`update publishing_gate set nightly = false`.execute(db())
  says = 'Red.'
  engine.play(async (writer) => {
    writer.text(says)
    return { usage: { inputTokens: 100, outputTokens: 10 } }
  })
})

const db = () => app.platform.database.db
async function as<T>(path: string, more: CallOptions = {}): Promise<T> {
  const { status, body } = await call<T>(app, `/api/internal/${path}`, { token: admin, ...more })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

/** A published agent with a test of two cases, of which one is critical. */
async function tested(schedule: Test['schedule'] = 'Night', fields: object = {}) {
  const gptSystemId = await publishAgent(app, `Watched ${randomUUID().slice(0, 8)}`, scripted)
  const { performanceTestId } = await as<Test>('performanceTests', {
    body: { gptSystemId, name: `Test ${randomUUID()}` },
  })
  for (const [fact, tags] of [
    ['red', []],
    ['blue', ['Critical']],
  ])
    await as(`performanceTests/${performanceTestId}/cases`, {
      body: { question: 'Which?', expectedFacts: [fact], tags },
    })
  return change(performanceTestId, { schedule, passPercent: 50, ...fields })
}
async function change(performanceTestId: string, fields: object): Promise<Test> {
  const { name, version } = await as<Test>(`performanceTests/${performanceTestId}`)
  return as<Test>(`performanceTests/${performanceTestId}`, {
    method: 'PUT',
    body: { name, ...fields },
    headers: ifMatch(version),
  })
}
const publishingOf = ({ gptSystemId }: Test) => `gptSystems/system/management/${gptSystemId}/publishing`
const setGate = (one: Test, gate: object) =>
  as<Answer<(typeof agents)['setGate']>>(`${publishingOf(one)}/gate`, {
    method: 'PUT',
    body: { gate: { performanceTestId: one.performanceTestId, minimumPercent: 50, ...gate }, version: 0 },
  })

/** The schedule is followed in the next night, by each of these processes twice. */
async function night(processes: readonly TestApplication[] = [app]): Promise<void> {
  nights += 1
  await follow([...processes, ...processes])
}
const follow = (processes: readonly TestApplication[]) =>
  runJob('performanceTests.schedule', nights, processes)
const runsOf = async ({ performanceTestId }: Test) =>
  (await as<{ items: Run[] }>(`performanceTests/${performanceTestId}/runs`)).items
/** The runs of a test, the latest first, once all have ended. */
async function ended(one: Test, count: number): Promise<Run[]> {
  await expect
    .poll(async () => (await runsOf(one)).filter(({ endedAt }) => endedAt !== null).length)
    .toBe(count)
  return runsOf(one)
}
/** What a user was told of a test, the latest first. */
async function toldOf({ name }: Test, token = admin) {
  const { items } = await as<Notices>('currentUser/notifications', { token })
  return items.filter(({ kind, params }) => kind === 'ScheduledRunEnded' && params.testName === name)
}
const statesOf = async (one: Test, token?: string) =>
  (await toldOf(one, token)).map(({ params }) => params.state)
const readAll = (token = admin) => as('currentUser/notifications/read', { token, method: 'PUT', body: {} })

describe('[R-3-125] a schedule', () => {
  test('runs a test once a night with the published version, also with several processes', async () => {
    const one = await tested()
    expect(one).toMatchObject({ schedule: 'Night', scheduleCostCeilingUsd: null })
    const other = await startTestApplication({
      ...options,
      databaseUrl: app.databaseUrl,
      dataDir: app.dataDir,
    })
    onTestFinished(() => other.stop())
    await night([app, other])
    const [run, ...more] = await ended(one, 1)
    expect(more).toEqual([])
    expect(run).toMatchObject({ source: 'Schedule', startedBy: null, wasPublished: true, scorePercent: 50 })
    const { publishedStateId } = await as<{ publishedStateId: string }>(publishingOf(one))
    expect(run?.gptSystemConfigurationStateId).toBe(publishedStateId)
    await night([app, other])
    await ended(one, 2)
  })

  test('of a week runs a test every seventh night, and is in the audit log', async () => {
    const one = await tested('Week', { scheduleCostCeilingUsd: 2.5 })
    const entry = await newestEntry(app, one.performanceTestId)
    expect(entry.changes).toEqual([
      { field: 'passPercent', before: 80, after: 50 },
      { field: 'schedule', before: 'Never', after: 'Week' },
      { field: 'scheduleCostCeilingUsd', before: null, after: 2.5 },
    ])
    await night()
    expect(await ended(one, 1)).toMatchObject([{ costCeilingUsd: 2.5 }])
    for (let at = 0; at < 6; at += 1) await night()
    await ended(one, 1)
    await night()
    await ended(one, 2)
  })

  test('leaves out tests with a run in progress, without cases, and of agents that aren’t published', async () => {
    const [busy, never, unpublished, deleted] = [
      await tested(),
      await tested('Never'),
      await tested(),
      await tested(),
    ]
    const { performanceTestId, gptSystemId } = busy
    const empty = await as<Test>('performanceTests', { body: { gptSystemId, name: 'Empty' } })
    await change(empty.performanceTestId, { passPercent: 50, schedule: 'Night' })
    const at = publishingOf(busy)
    const { publishedStateId: gptSystemConfigurationStateId } = await as<{ publishedStateId: string }>(at)
    await as(publishingOf(unpublished), { method: 'PUT', body: { gptSystemConfigurationStateId: null } })
    await as(`performanceTests/${deleted.performanceTestId}`, { method: 'DELETE', body: {} })
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    engine.play(async (writer) => {
      await released
      writer.text(says)
    })
    await as(`performanceTests/${performanceTestId}/runs`, { body: { gptSystemConfigurationStateId } })
    await night()
    release()
    expect(await ended(busy, 1)).toMatchObject([{ source: 'Person' }])
    for (const one of [never, unpublished, empty]) expect(await runsOf(one)).toEqual([])
    // A run that ends later in the night changes nothing.
    await follow([app])
    await ended(busy, 1)
    await night()
    expect(await ended(busy, 2)).toMatchObject([{ source: 'Schedule' }, { source: 'Person' }])
  })

  test('of the gate runs its test each night unless the gate says otherwise', async () => {
    const [nightly, without] = [await tested('Never'), await tested('Never')]
    expect((await setGate(nightly, {})).gate).toMatchObject({ nightly: true })
    expect((await setGate(without, { nightly: false })).gate).toMatchObject({ nightly: false })
    await night()
    await ended(nightly, 1)
    expect(await runsOf(without)).toEqual([])
  })

  test('keeps as many of its runs as are useful, and those of people', async () => {
    const one = await tested()
    const { publishedStateId } = await as<{ publishedStateId: string }>(publishingOf(one))
    await sql`insert into performance_run (id, performance_test_id, state_id, state_version, was_published, phase,
        test_version, total, repeats, source, started_at, ended_at)
      select gen_random_uuid(), ${one.performanceTestId}::uuid, ${publishedStateId}::uuid, 1, true, 'Completed', 1, 1, 1,
        case when n % 2 = 0 then 'Schedule' else 'Person' end, now() - make_interval(days => n), now()
      from generate_series(1, 130) n`.execute(db())
    await night()
    const kept = async () =>
      (
        await sql<{ source: string; runs: number }>`select source, count(*)::int as runs from performance_run
          where performance_test_id = ${one.performanceTestId}::uuid group by source order by source`.execute(
          db(),
        )
      ).rows
    expect(await kept()).toEqual([
      { source: 'Person', runs: 65 },
      { source: 'Schedule', runs: 60 },
    ])
  })
})

describe('[R-3-125] those who look after an agent are notified', () => {
  test('once when a scheduled run misses the gate, and once when it passes again', async () => {
    const one = await tested('Never')
    await setGate(one, { minimumPercent: 80, noCriticalFailure: false })
    await night()
    const [run] = await ended(one, 1)
    expect(await toldOf(one)).toMatchObject([
      {
        params: { agentName: one.agentName, state: 'Low', score: 50, minimum: 80, number: 1 },
        path: `/admin/performanceTests/${one.performanceTestId}/runs/${run?.runId}`,
      },
    ])
    await readAll()
    await night()
    await ended(one, 2)
    expect(await statesOf(one)).toEqual(['Low'])
    says = 'Red and blue.'
    await night()
    await ended(one, 3)
    expect(await statesOf(one)).toEqual(['Passed', 'Low'])
    await readAll()
    await night()
    await ended(one, 4)
    expect(await statesOf(one)).toEqual(['Passed', 'Low'])
    says = 'Red.'
    await night()
    await ended(one, 5)
    expect(await statesOf(one)).toEqual(['Low', 'Passed', 'Low'])
    // What leads to a deleted test is withdrawn.
    await as(publishingOf(one).concat('/gate'), { method: 'PUT', body: { gate: null, version: 1 } })
    await as(`performanceTests/${one.performanceTestId}`, { method: 'DELETE', body: {} })
    expect(await statesOf(one)).toEqual([])
  })

  test('not if the first run passes', async () => {
    const one = await tested()
    await night()
    await ended(one, 1)
    expect(await statesOf(one)).toEqual([])
  })

  test('when a critical case fails that the gate doesn’t accept, and not for other tests', async () => {
    const [gated, other] = [await tested('Never'), await tested()]
    await setGate(gated, {})
    await night()
    await ended(gated, 1)
    await ended(other, 1)
    expect(await toldOf(gated)).toMatchObject([{ params: { state: 'Critical', criticalFailures: 1 } }])
    expect(await statesOf(other)).toEqual([])
  })

  test('when the score is below the pass mark of a test that isn’t in the gate', async () => {
    const one = await tested('Night', { passPercent: 51 })
    await night()
    await ended(one, 1)
    expect(await toldOf(one)).toMatchObject([{ params: { state: 'Low', score: 50, minimum: 51 } }])
  })

  test('when a run fails or reaches its cost limit, but not when someone stops it', async () => {
    const failing = await tested()
    engine.play(async () => {
      throw new AppError('engine.key')
    })
    const stopped = await tested()
    await change(stopped.performanceTestId, { passPercent: 50 })
    const costly = await tested('Night', { scheduleCostCeilingUsd: 0 })
    await night()
    expect(await ended(failing, 1)).toMatchObject([{ phase: 'Failed', errorCode: 'engine.key' }])
    expect(await statesOf(failing)).toEqual(['Failed'])
    expect(await ended(costly, 1)).toMatchObject([
      { phase: 'Stopped', errorCode: 'performanceRun.ceiling', costCeilingUsd: 0 },
    ])
    expect(await statesOf(costly)).toEqual(['Stopped'])

    for (const { performanceTestId } of [failing, costly])
      await change(performanceTestId, { passPercent: 50 })
    await change(stopped.performanceTestId, { passPercent: 50, schedule: 'Night' })
    let isAsked = false
    engine.play(async (_, signal) => {
      isAsked = true
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await night()
    await expect.poll(() => isAsked).toBe(true)
    const [run] = await runsOf(stopped)
    await as(`performanceTests/${stopped.performanceTestId}/runs/${run?.runId}`, {
      method: 'DELETE',
      body: {},
    })
    expect(await ended(stopped, 1)).toMatchObject([{ phase: 'Stopped', errorCode: null }])
    expect(await statesOf(stopped)).toEqual([])
  })

  test('if the agent is theirs, and those who can change every agent only if no one is', async () => {
    const one = await tested('Night', { passPercent: 100 })
    const isTold = async (token = admin) => (await statesOf(one, token)).length > 0
    const change = (agent: Test) => [
      { action: 'GptSystemsWriteSpecific' as const, entityId: agent.gptSystemId },
    ]
    const owner = await person(app, { specific: change(one) })
    const reader = await person(app, { specific: change(one), actions: ['AnalyticsRead'] })
    const stranger = await person(app, { specific: change(await tested('Never')) })
    // The one who creates an agent can change it.
    await sql`delete from role_entity_configuration c using app_user u where u.id = c.user_id
      and u.user_name = 'admin' and c.gpt_system_id = ${one.gptSystemId}::uuid`.execute(db())
    await night()
    const [run] = await ended(one, 1)
    // Without a permission of analytics, the page of the run can’t be opened.
    expect(await toldOf(one, owner.token)).toMatchObject([
      { path: `/admin/gptsystem/${one.gptSystemId}/publish`, params: { state: 'Low' } },
    ])
    expect(await toldOf(one, reader.token)).toMatchObject([
      { path: `/admin/performanceTests/${one.performanceTestId}/runs/${run?.runId}` },
    ])
    expect([await isTold(stranger.token), await isTold()]).toEqual([false, false])
    await sql`delete from role_entity_configuration where gpt_system_id = ${one.gptSystemId}::uuid`.execute(
      db(),
    )
    says = 'Red and blue.'
    await night()
    await ended(one, 2)
    expect([await isTold(stranger.token), await isTold()]).toEqual([false, true])
  })
})

test('webhooks get IDs, names, and scores', async () => {
  const url = 'https://hooks.example.com/one'
  await as('instanceSettings/webhooks', {
    body: {
      ...{ name: 'Scores', url, enabled: true, secret: randomUUID() },
      events: ['performanceTest.failed', 'performanceTest.passed'],
    },
  })
  const one = await tested('Night', { passPercent: 60 })
  await night()
  await ended(one, 1)
  says = 'Red and blue.'
  await night()
  const [passed, failed] = await ended(one, 2)
  const sent = await sql<{ event: string; body: string }>`select event, body from webhook_delivery
    where strpos(body, ${one.performanceTestId}) > 0 order by created_at, event`.execute(db())
  const { gptSystemId, performanceTestId, agentName, name: testName } = one
  const about = { gptSystemId, name: agentName, performanceTestId, testName, minimumPercent: 60 }
  expect(sent.rows.map(({ event, body }) => [event, JSON.parse(body).data])).toEqual([
    ['performanceTest.failed', { ...about, runId: failed?.runId, reason: 'Low', scorePercent: 50 }],
    ['performanceTest.passed', { ...about, runId: passed?.runId, reason: 'Passed', scorePercent: 100 }],
  ])
})
