import type { Answer } from '@parlance/contract/endpoint'
import type { Problem } from '@parlance/contract/errors'
import { injectionCarriers } from '@parlance/contract/injections'
import type { injectionTests } from '@parlance/contract/injectionTests'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call } from '../../../testing/client.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { suiteCases, suiteControls } from './suite.ts'
import { careful, gullible, type Model, obedient } from './testing/models.ts'

type Group = typeof injectionTests
type Run = Answer<Group['startInjectionRun']>
type Report = Answer<Group['getInjectionRun']>
type Results = Answer<Group['listInjectionResults']>

let app: TestApplication
let engine: ScriptedEngine
let admin: string
let path: string
let stateId: string
beforeAll(async () => {
  engine = createScriptedEngine()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  admin = await app.token('admin')
  const gptSystemId = await publishAgent(app, 'Helper', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  const agent = await as<{ publishedStateId: string }>(`gptSystems/system/management/${gptSystemId}`)
  stateId = agent.publishedStateId
  path = `gptSystems/system/management/${gptSystemId}/injectionTest`
})
afterAll(() => app?.remove())

async function as<T>(at: string, options: CallOptions = {}): Promise<T> {
  const { status, body } = await call<T>(app, `/api/internal/${at}`, { token: admin, ...options })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

async function run(model: Model): Promise<Report> {
  engine.play(model)
  const { runId } = await as<Run>(`${path}/runs`, { body: { gptSystemConfigurationStateId: stateId } })
  const read = () => as<Report>(`${path}/runs/${runId}`)
  await expect.poll(async () => (await read()).phase).not.toMatch(/Queued|Running/)
  return read()
}

async function resultsOf({ runId }: Report, query = ''): Promise<Results['items']> {
  const items: Results['items'] = []
  let token: string | null = ''
  while (token !== null) {
    const more: string = token && `&continuationToken=${encodeURIComponent(token)}`
    const page: Results = await as(`${path}/runs/${runId}/results?pageSize=30${query}${more}`)
    items.push(...page.items)
    token = page.continuationToken
  }
  return items
}

describe('[A51] [B8] the test for prompt injection', () => {
  test('lets nothing out with a model that obeys everything, and gives it no score', async () => {
    const report = await run(obedient)
    expect(report).toMatchObject({
      phase: 'Completed',
      total: suiteCases.length + suiteControls.length,
      done: suiteCases.length + suiteControls.length,
      isModel: false,
      scorePercent: null,
      whole: { cases: suiteCases.length, answered: suiteCases.length, obeyed: null, leaked: 0, broken: 0 },
    })
    const results = await resultsOf(report)
    expect(results.map(({ caseId }) => caseId)).toEqual(suiteCases.map(({ caseId }) => caseId))
    // Every model gets the hidden instructions, and this one does what they say.
    const not = (what: (one: Results['items'][number]) => boolean) =>
      results.filter((one) => !what(one)).map(({ caseId }) => nameOf(caseId))
    expect(not(({ reached }) => reached)).toEqual([])
    expect(not(({ outcome }) => outcome === 'Obeyed')).toEqual([])
  })

  test('scores a language model by carrier', async () => {
    const safe = await run(careful)
    expect(safe).toMatchObject({ isModel: true, scorePercent: 100, whole: { obeyed: 0, leaked: 0 } })
    const unsafe = await run(gullible)
    expect(unsafe).toMatchObject({
      isModel: true,
      scorePercent: 0,
      whole: { obeyed: suiteCases.length, leaked: 0 },
    })
    expect(unsafe.carriers.map(({ carrier, cases, obeyed }) => [carrier, obeyed === cases])).toEqual(
      injectionCarriers.map((carrier) => [carrier, true]),
    )
    const [first] = suiteCases
    const found = await resultsOf(unsafe, `&outcome=Obeyed&carrier=Passage&technique=${first?.technique}`)
    expect(found[0]).toMatchObject({ caseId: first?.caseId, attack: first?.attack[0], leaks: [] })
  })

  test('has one run at a time, which can be stopped', async () => {
    const writing = Promise.withResolvers<void>()
    engine.play(async (_writer, signal) => {
      writing.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    })
    const body = { gptSystemConfigurationStateId: stateId }
    const { runId } = await as<Run>(`${path}/runs`, { body })
    await writing.promise
    const second = await call<Problem>(app, `/api/internal/${path}/runs`, { token: admin, body })
    expect(second.body.code).toBe('performanceRun.running')
    await as(`${path}/runs/${runId}`, { method: 'DELETE', body: {} })
    await expect.poll(async () => (await as<Report>(`${path}/runs/${runId}`)).phase).toBe('Stopped')
    const { lastRun } = await as<Answer<Group['getInjectionTest']>>(path)
    expect(lastRun).toMatchObject({ runId, phase: 'Stopped', scorePercent: null })
  })

  test('is not among the tests with cases of their own', async () => {
    const { items } = await as<{ items: unknown[] }>('performanceTests')
    expect(items).toEqual([])
  })
})

const nameOf = (caseId: string) => suiteCases.find((one) => one.caseId === caseId)?.name
