import { randomUUID } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import type { Problem } from '@parlance/contract/errors'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest } from '../../engines/engine.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch, openStream } from '../../testing/client.ts'
import { setDeployment } from '../../testing/instanceSettings.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'

type Group = typeof performanceTests
type Test = Answer<Group['createPerformanceTest']>
type Run = Answer<Group['startRun']>
type Results = Answer<Group['listResults']>
type Comparison = Answer<Group['compareRuns']>
type Check = Answer<Group['getJudgeCheck']>

const judge = { languageEngine: 'OpenAICompatible', deploymentName: 'judge', rubric: '', minimumScore: 3 }
const answering = { languageEngine: 'OpenAICompatible', deploymentName: 'answering' }
/** In micro-dollars, a call of the judge costs 100 × 2 + 10 × 5. */
const price = { inputPerMillion: 2, outputPerMillion: 5 }
const CALL_USD = 0.00025

const engine = createScriptedEngine()
let app: TestApplication
let admin: string
let gptSystemId: string
let stateId: string
/** What the judge got, and what it says. */
let judged: AnswerRequest[]
let say: (user: string, system: string) => string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'answering,judge' },
  })
  admin = await app.token('admin')
  gptSystemId = await publishAgent(app, 'Judged', answering)
  stateId = (await as<{ publishedStateId: string }>(`gptSystems/system/management/${gptSystemId}`))
    .publishedStateId
})
afterAll(() => app?.remove())

beforeEach(async () => {
  await setDeployment(app, 'judge', { purposes: ['Judge'], price })
  judged = []
  say = () => '{"reason":"It says it.","score":5}'
  let answers = 0
  engine.play(async (writer, _, request) => {
    if (request.deploymentName === 'judge') {
      judged.push(request)
      const [system, user] = request.messages
      writer.text(say(String(user?.content), String(system?.content)))
      return { usage: { inputTokens: 100, outputTokens: 10 } }
    }
    answers += 1
    writer.text(`Answer ${answers}: thirty days.`)
    return { usage: { inputTokens: 50, outputTokens: 5 } }
  })
})

async function as<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { status, body } = await call<T>(app, `/api/internal/${path}`, { token: admin, ...options })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const refusal = async (path: string, options: CallOptions = {}) => {
  const { status, body } = await call<Problem>(app, `/api/internal/${path}`, { token: admin, ...options })
  return { status, code: body.code }
}

async function judgedTest(cases: object[], by: object | null = judge): Promise<Test> {
  const made = await as<Test>('performanceTests', { body: { gptSystemId, name: `Test ${randomUUID()}` } })
  for (const body of cases) await as(`performanceTests/${made.performanceTestId}/cases`, { body })
  const { version } = await as<Test>(`performanceTests/${made.performanceTestId}`)
  return as<Test>(`performanceTests/${made.performanceTestId}`, {
    method: 'PUT',
    body: { name: made.name, passPercent: 80, judge: by },
    headers: ifMatch(version),
  })
}
const hasEnded = /Completed|Stopped|Failed/
async function run({ performanceTestId }: Test, options: object = {}): Promise<Run> {
  const at = `performanceTests/${performanceTestId}/runs`
  const { runId } = await as<Run>(at, { body: { gptSystemConfigurationStateId: stateId, ...options } })
  await expect.poll(async () => (await as<Run>(`${at}/${runId}`)).phase).toMatch(hasEnded)
  return as<Run>(`${at}/${runId}`)
}
const results = async ({ performanceTestId }: Test, { runId }: Run) =>
  (await as<Results>(`performanceTests/${performanceTestId}/runs/${runId}/results`)).items

describe('[R-7-112] a judge', () => {
  test('rates each answer of a run with a reason, and low ratings don’t pass', async () => {
    const test = await judgedTest([{ question: 'How many days?' }, { question: 'And on Fridays?' }])
    expect(test.judge).toEqual(judge)
    say = (user) =>
      user.includes('Fridays') ? '{"reason":"Wrong day.","score":2}' : '{"reason":"Right.","score":4}'
    const ended = await run(test)
    expect(ended).toMatchObject({ phase: 'Completed', passed: 1, failed: 1, judge, judgeScore: 3 })
    expect(await results(test, ended)).toMatchObject([
      { question: 'How many days?', passed: true, judgeScore: 4, judgeReason: 'Right.' },
      { question: 'And on Fridays?', passed: false, judgeScore: 2, judgeReason: 'Wrong day.' },
    ])
    const estimate = `performanceTests/${test.performanceTestId}/runs/estimate?gptSystemConfigurationStateId=${stateId}`
    const { costUsd } = await as<Answer<Group['estimateRun']>>(estimate)
    // The deployment that answers has no price.
    expect(costUsd).toBeNull()
    await setDeployment(app, 'answering', {
      purposes: ['Chat'],
      price: { inputPerMillion: 0, outputPerMillion: 0 },
    })
    const priced = await as<Answer<Group['estimateRun']>>(estimate)
    expect(priced.costUsd).toBeGreaterThan(2 * CALL_USD)
    await setDeployment(app, 'answering', { purposes: ['Chat'], price: null })
    // It doesn't learn who answered.
    const read = JSON.stringify(judged.map(({ messages }) => messages))
    for (const name of ['Judged', 'answering', stateId, test.name]) expect(read).not.toContain(name)
    const usage = await sql<{ purpose: string; calls: number }>`select purpose, calls::int from model_usage
      where deployment_name = 'judge' order by purpose`.execute(app.platform.database.db)
    expect(usage.rows).toContainEqual({ purpose: 'Judging', calls: 1 })
    const [first] = await results(test, ended)
    expect(first?.costUsd).toBeNull()
  })

  test('without a known cost, a run with a limit stops instead of ignoring it', async () => {
    const test = await judgedTest(
      ['One?', 'Two?', 'Three?', 'Four?', 'Five?'].map((question) => ({ question })),
    )
    // What answers has no price, so what a case costs isn’t known.
    const stopped = await run(test, { costCeilingUsd: CALL_USD })
    expect(stopped).toMatchObject({ phase: 'Stopped', errorCode: 'performanceRun.unpriced' })
    expect(stopped.done).toBeLessThan(5)
    expect(await run(test)).toMatchObject({ phase: 'Completed', done: 5 })
  })

  test('that answers nonsense leaves the answers, which don’t count as passed', async () => {
    const test = await judgedTest([{ question: 'How many days?' }])
    say = () => 'I would rather not say.'
    const ended = await run(test)
    expect(ended).toMatchObject({ phase: 'Completed', passed: 0, broken: 1 })
    expect(await results(test, ended)).toMatchObject([
      { passed: false, errorCode: 'performanceRun.notJudged', judgeScore: null },
    ])
    expect((await results(test, ended))[0]?.answer).toContain('thirty days')
    expect(judged).toHaveLength(2)
  })

  test('whose deployment disappears halfway ends the run, and what was answered stays', async () => {
    const test = await judgedTest([{ question: 'One?' }, { question: 'Two?' }, { question: 'Three?' }])
    let removed: Promise<void> | null = null
    say = () => {
      removed ??= setDeployment(app, 'judge', { purposes: [], price })
      return '{"reason":"","score":5}'
    }
    engine.play(async (writer, _, request) => {
      if (request.deploymentName === 'judge') {
        judged.push(request)
        writer.text(say('', ''))
        return
      }
      // Answers after the first one come once the judge is gone.
      if (judged.length > 0)
        await expect
          .poll(async () => (await as<{ items: unknown[] }>('performanceTests/judges')).items)
          .toEqual([])
      writer.text('Thirty days.')
    })
    const ended = await run(test)
    expect(ended).toMatchObject({ phase: 'Failed', errorCode: 'performanceTest.judge' })
    await removed
    const kept = await results(test, ended)
    expect(kept.length).toBeGreaterThan(0)
    for (const { answer } of kept) expect(answer).toContain('Thirty days.')
    // The test keeps its judge, and says so if someone starts it again.
    expect(await run(test)).toMatchObject({ phase: 'Failed', errorCode: 'performanceTest.judge' })
  })

  test('can be chosen only among the deployments that may judge', async () => {
    expect((await as<{ items: unknown[] }>('performanceTests/judges')).items).toEqual([
      { languageEngine: 'OpenAICompatible', deploymentName: 'judge' },
    ])
    const test = await judgedTest([], null)
    const put = (by: object) =>
      refusal(`performanceTests/${test.performanceTestId}`, {
        method: 'PUT',
        body: { name: test.name, passPercent: 80, judge: { ...judge, ...by } },
        headers: ifMatch(test.version),
      })
    expect(await put(answering)).toEqual({ status: 409, code: 'performanceTest.judge' })
    expect(await put({ minimumScore: 6 })).toEqual({ status: 400, code: 'request.invalid' })
    const at = `performanceTests/${test.performanceTestId}/judge/check`
    expect(await refusal(at, { body: {} })).toEqual({ status: 409, code: 'performanceTest.noJudge' })
  })
})

describe('[R-7-112] a judge of two runs', () => {
  const compare = async (test: Test, left: Run, right: Run) => {
    const at = `performanceTests/${test.performanceTestId}/runs/compare`
    await as(at, { body: { left: left.runId, right: right.runId } })
    const read = () => as<Comparison>(`${at}?left=${left.runId}&right=${right.runId}`)
    await expect.poll(async () => (await read()).judging?.phase).toMatch(hasEnded)
    return read()
  }

  test('prefers an answer only if it does so in either order', async () => {
    const test = await judgedTest([{ question: 'Sure?' }, { question: 'Unsure?' }])
    const [left, right] = [await run(test), await run(test)]
    // Later answers are better, and to one question it prefers whatever it reads first.
    say = (user) => {
      const [first, second] = [...user.matchAll(/Answer (\d+):/g)].map(([, number]) => Number(number))
      const better = user.includes('Unsure?') || first! > second! ? 1 : 2
      return `{"reason":"Clearer.","better":"${better}"}`
    }
    judged = []
    const { judging, items } = await compare(test, left, right)
    expect(judging).toMatchObject({
      ...{ phase: 'Completed', done: 2, total: 2, unjudged: 0, counts: { Left: 0, Right: 1, Tie: 1 } },
      costUsd: expect.closeTo(4 * CALL_USD),
    })
    expect(items.map(({ question, judgement }) => [question, judgement])).toEqual([
      ['Sure?', { verdict: 'Right', reason: 'Clearer.', errorCode: null }],
      ['Unsure?', { verdict: 'Tie', reason: '', errorCode: null }],
    ])
    expect(judged).toHaveLength(4)
    // It isn't a run of the test.
    const listed = await as<Answer<Group['listRuns']>>(`performanceTests/${test.performanceTestId}/runs`)
    expect(listed.items.map(({ runId }) => runId)).toEqual([right.runId, left.runId])
  })

  test('stops at the cost ceiling, and needs completed runs', async () => {
    const test = await judgedTest([{ question: 'One?' }, { question: 'Two?' }, { question: 'Three?' }])
    const [left, right] = [await run(test), await run(test)]
    say = () => '{"reason":"","better":"tie"}'
    const at = `performanceTests/${test.performanceTestId}/runs/compare`
    await as(at, { body: { left: left.runId, right: right.runId, costCeilingUsd: CALL_USD } })
    const read = () => as<Comparison>(`${at}?left=${left.runId}&right=${right.runId}`)
    await expect.poll(async () => (await read()).judging?.phase).toMatch(hasEnded)
    expect((await read()).judging).toMatchObject({ phase: 'Stopped', errorCode: 'performanceRun.ceiling' })
    const other = { left: left.runId, right: randomUUID() }
    expect(await refusal(at, { body: other })).toEqual({ status: 404, code: 'performanceRun.notFound' })
  })
})

test('[R-3-125] a gate counts runs with the judge of its test, which only those who approve change', async () => {
  const test = await judgedTest([{ question: 'How many days?' }], null)
  const at = `gptSystems/system/management/${gptSystemId}/publishing`
  const { performanceTestId, name, passPercent } = test
  const gate = { performanceTestId, minimumPercent: 50 }
  await as(`${at}/gate`, { method: 'PUT', body: { gate, version: 0 } })
  const created = await as<{ configuration: { configStateId: string } }>(
    `gptSystems/system/management/${gptSystemId}/configurationStates`,
    { body: {} },
  )
  const { configStateId } = created.configuration
  const check = () =>
    as<{ missing: string[] }>(`${at}/gate/check?gptSystemConfigurationStateId=${configStateId}`)
  await run(test, { gptSystemConfigurationStateId: configStateId })
  expect((await check()).missing).toEqual([])
  const change = (by: object | null, version: number, token = admin) =>
    call<Test & Problem>(app, `/api/internal/performanceTests/${performanceTestId}`, {
      token,
      method: 'PUT',
      body: { name, passPercent, judge: by },
      headers: ifMatch(version),
    })
  const { body: judging } = await change(judge, test.version)
  expect((await check()).missing).toEqual(['run'])
  await run(test, { gptSystemConfigurationStateId: configStateId })
  expect((await check()).missing).toEqual([])
  const { token } = await person(app, { actions: ['GptSystemsWrite', 'AnalyticsWrite'] })
  for (const easier of [null, { ...judge, minimumScore: 0 }])
    expect(await change(easier, judging.version, token)).toMatchObject({
      status: 403,
      body: { code: 'performanceTest.gated' },
    })
  expect(await change(judge, judging.version, token)).toMatchObject({ status: 200 })
})

test('[R-7-112] a judge is compared with what people said about answers, without personal data', async () => {
  const { token } = await person(app, { actions: ['GptSystemsWrite'] })
  async function rate(question: string, rating: 'Good' | 'Bad', mayBeUsedForTests = true): Promise<void> {
    const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
      token,
      body: { question },
    })
    await stream.ended
    const place = stream.events.find(({ event }) => event === 'conversation-and-segment-id')?.data as {
      conversationId: string
      conversationSegmentId: string
    }
    await as(`userConversations/${place.conversationId}/segments/${place.conversationSegmentId}/feedback`, {
      token,
      body: { rating, mayBeUsedForTests },
    })
  }
  await rate('Fine for kim@parlance.example?', 'Good')
  await rate('Fine, too?', 'Good')
  await rate('Poor?', 'Bad')
  await rate('Not for tests?', 'Bad', false)
  const test = await judgedTest([{ question: 'How many days?' }])
  const at = `performanceTests/${test.performanceTestId}/judge/check`
  expect(await as<Check>(at)).toEqual({ check: null, rated: 3 })
  say = (user) => `{"reason":"","score":${user.includes('too?') ? 1 : user.includes('Poor?') ? 0 : 5}}`
  await as(at, { body: {} })
  await expect.poll(async () => (await as<Check>(at)).check?.phase).toMatch(hasEnded)
  expect((await as<Check>(at)).check).toMatchObject({
    ...{ phase: 'Completed', done: 3, total: 3, unjudged: 0 },
    ...{ good: 2, goodAgreed: 1, bad: 1, badAgreed: 1 },
  })
  const read = JSON.stringify(judged.map(({ messages }) => messages))
  expect(read).toContain('Fine for [email]?')
  expect(read).not.toContain('Not for tests?')
})
