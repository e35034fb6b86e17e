import { randomUUID } from 'node:crypto'
import type { agents } from '@parlance/contract/agents'
import type { Answer } from '@parlance/contract/endpoint'
import type { Problem } from '@parlance/contract/errors'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { listEntries } from '../../testing/auditLog.ts'
import { type CallOptions, call, ifMatch } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../testing/scriptedEngine.ts'

type Group = typeof performanceTests
type Publishing = Answer<(typeof agents)['getPublishing']>
type Run = Answer<Group['startRun']>

let app: TestApplication
let engine: ScriptedEngine
let admin: string
beforeAll(async () => {
  engine = createScriptedEngine()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  admin = await app.token('admin')
  // What an agent knows is in its instructions.
  engine.play(async (writer, _signal, { messages }) => writer.text(messages[0]?.content ?? ''))
})
afterAll(() => app?.remove())

const management = 'gptSystems/system/management'
async function as<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { status, body } = await call<T>(app, `/api/internal/${path}`, { token: admin, ...options })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const refusal = async (path: string, options: CallOptions = {}) => {
  const { status, body } = await call<Problem>(app, `/api/internal/${path}`, { token: admin, ...options })
  return { status, code: body.code, missing: body.errors?.map(({ message }) => message) }
}

/** An agent with a test of two cases, of which one is critical, and a gate. */
async function gated() {
  const state = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
  const gptSystemId = await publishAgent(app, 'Gated', { ...state, systemPrompt: 'Red and blue.' })
  const { performanceTestId } = await as<{ performanceTestId: string }>('performanceTests', {
    body: { gptSystemId, name: `Test ${randomUUID()}` },
  })
  for (const [fact, tags] of [
    ['red', ['Critical']],
    ['blue', []],
  ])
    await as(`performanceTests/${performanceTestId}/cases`, {
      body: { question: 'Which?', expectedFacts: [fact], tags },
    })
  const gate = { performanceTestId, minimumPercent: 50, noCriticalFailure: true, runMaxAgeDays: 30 }
  const at = `${management}/${gptSystemId}/publishing`
  const { gate: set } = await as<Publishing>(`${at}/gate`, { method: 'PUT', body: { gate, version: 0 } })
  expect(set).toMatchObject({ ...gate, version: 1 })
  return { gptSystemId, performanceTestId, at, gate }
}

/** A new draft with these instructions. */
async function draftOf(gptSystemId: string, systemPrompt: string): Promise<string> {
  const created = await as<{ configuration: { configStateId: string } }>(
    `${management}/${gptSystemId}/configurationStates`,
    { body: {} },
  )
  const { configStateId } = created.configuration
  await change(configStateId, systemPrompt)
  return configStateId
}
async function change(configStateId: string, systemPrompt: string): Promise<void> {
  const path = `gptSystems/configurationStates/${configStateId}`
  const { version } = await as<{ version: number }>(path)
  await as(path, { method: 'PUT', body: { systemPrompt }, headers: ifMatch(version) })
}
const publish = (stateId: string) => ({
  method: 'PUT' as const,
  body: { gptSystemConfigurationStateId: stateId },
})
async function run(performanceTestId: string, stateId: string, options: object = {}): Promise<Run> {
  const at = `performanceTests/${performanceTestId}/runs`
  const { runId } = await as<Run>(at, { body: { gptSystemConfigurationStateId: stateId, ...options } })
  await expect.poll(async () => (await as<Run>(`${at}/${runId}`)).phase).toBe('Completed')
  return as<Run>(`${at}/${runId}`)
}

test('[R-3-125] a version is published once a run of exactly it reaches the gate', async () => {
  const { gptSystemId, performanceTestId, at } = await gated()
  const stateId = await draftOf(gptSystemId, 'Blue alone.')
  expect(await refusal(at, publish(stateId))).toMatchObject({
    status: 409,
    code: 'agent.gate',
    missing: [/Run the test/],
  })
  await run(performanceTestId, stateId)
  expect(await refusal(at, publish(stateId))).toMatchObject({ missing: ['1 critical case fails.'] })
  await change(stateId, 'Red and blue, and green.')
  // The run was of another configuration.
  expect(await refusal(at, publish(stateId))).toMatchObject({ missing: [/Run the test/] })
  expect((await run(performanceTestId, stateId)).scorePercent).toBe(100)
  // A new case is part of the test, too.
  await as(`performanceTests/${performanceTestId}/cases`, {
    body: { question: 'Which?', expectedFacts: ['green'] },
  })
  expect(await refusal(at, publish(stateId))).toMatchObject({ missing: [/Run the test/] })
  await run(performanceTestId, stateId)
  expect((await as<Publishing>(at, publish(stateId))).publishedStateId).toBe(stateId)
})

test('[R-3-125] the score has to reach the minimum, and a version that was published before needs none', async () => {
  const { gptSystemId, performanceTestId, at, gate } = await gated()
  const before = (await as<Publishing>(at)).publishedStateId ?? ''
  await as(`${at}/gate`, {
    method: 'PUT',
    body: { gate: { ...gate, minimumPercent: 80, noCriticalFailure: false }, version: 1 },
  })
  const stateId = await draftOf(gptSystemId, 'Blue alone.')
  await run(performanceTestId, stateId)
  expect(await refusal(at, publish(stateId))).toMatchObject({
    missing: ['The score is 50 %. It has to be at least 80 %.'],
  })
  await as(at, publish(null as never))
  await as(at, publish(before))
  expect((await as<Publishing>(at)).publishedStateId).toBe(before)
})

test('[R-3-125] what a version lacks is known before someone publishes it', async () => {
  const { gptSystemId, performanceTestId, at } = await gated()
  const stateId = await draftOf(gptSystemId, 'Blue alone.')
  const check = (id: string, options = {}) =>
    as(`${at}/gate/check?gptSystemConfigurationStateId=${id}`, options)
  const nothing = { missing: [], scorePercent: null, criticalFailures: 0 }
  expect(await check(stateId)).toEqual({ ...nothing, missing: ['run'] })
  await run(performanceTestId, stateId)
  expect(await check(stateId)).toEqual({ missing: ['critical'], scorePercent: 50, criticalFailures: 1 })
  await change(stateId, 'Red and blue.')
  expect(await check(stateId)).toEqual({ ...nothing, missing: ['run'] })
  await run(performanceTestId, stateId)
  expect(await check(stateId)).toEqual({ missing: [], scorePercent: 100, criticalFailures: 0 })
  const { publishedStateId } = await as<Publishing>(at)
  expect(await check(publishedStateId ?? '')).toEqual(nothing)
  // A version of another agent isn’t one of this agent’s.
  const other = await gated()
  const foreign = await draftOf(other.gptSystemId, 'Blue alone.')
  expect(await refusal(`${at}/gate/check?gptSystemConfigurationStateId=${foreign}`)).toMatchObject({
    status: 404,
    code: 'agent.stateNotFound',
  })
})

test('[R-3-125] only those who approve set the gate, and the audit log names them', async () => {
  const { gptSystemId, performanceTestId, at } = await gated()
  const token = await app.token('anna')
  expect(
    await refusal(`${at}/gate`, { token, method: 'PUT', body: { gate: null, version: 1 } }),
  ).toMatchObject({
    status: 403,
  })
  expect(await refusal(`${at}/gate`, { method: 'PUT', body: { gate: null, version: 7 } })).toMatchObject({
    code: 'request.stale',
  })
  expect(
    await refusal(`performanceTests/${performanceTestId}`, { method: 'DELETE', body: {} }),
  ).toMatchObject({
    code: 'performanceTest.inGate',
  })
  const other = await gated()
  const foreign = { ...other.gate }
  expect(await refusal(`${at}/gate`, { method: 'PUT', body: { gate: foreign, version: 1 } })).toMatchObject({
    code: 'performanceTest.notFound',
  })
  await as(`${at}/gate`, { method: 'PUT', body: { gate: null, version: 1 } })
  const entries = await listEntries(app, { entityId: gptSystemId, area: 'gptSystem', outcome: 'Done' })
  const ofGate = entries.filter(({ verb }) => verb === 'gate')
  expect(ofGate).toHaveLength(2)
  expect(ofGate.map(({ actor }) => actor.name)).toEqual([expect.any(String), expect.any(String)])
})

test('[R-3-125] a run at another temperature is not one of the version', async () => {
  const { gptSystemId, performanceTestId, at } = await gated()
  const stateId = await draftOf(gptSystemId, 'Red and blue.')
  await run(performanceTestId, stateId, { temperature: 0 })
  expect(await refusal(at, publish(stateId))).toMatchObject({ missing: [/Run the test/] })
  await run(performanceTestId, stateId, { seed: 7 })
  expect((await as<Publishing>(at, publish(stateId))).publishedStateId).toBe(stateId)
})

test('[R-3-125] who can’t change the gate can’t change its critical cases', async () => {
  const { gptSystemId, performanceTestId, at, gate } = await gated()
  const { token } = await person(app, { actions: ['GptSystemsWrite', 'GptSystemsPublish', 'AnalyticsWrite'] })
  const cases = `performanceTests/${performanceTestId}/cases`
  const { items } = await as<{ items: { caseId: string; version: number; tags: string[] }[] }>(cases)
  const [critical, other] = items
  const change = (one: typeof critical, options: CallOptions = {}) =>
    refusal(`${cases}/${one?.caseId}`, {
      method: 'PUT',
      body: { question: 'Which?', expectedFacts: ['blue'] },
      headers: ifMatch(one?.version ?? 0),
      token,
      ...options,
    })
  const denied = { status: 403, code: 'performanceTest.gated' }
  expect(await change(critical)).toMatchObject(denied)
  expect(await refusal(`${cases}/${critical?.caseId}`, { method: 'DELETE', body: {}, token })).toMatchObject(
    denied,
  )
  // Other cases can be changed, and critical ones added.
  expect((await change(other)).status).toBe(200)
  await as(cases, { body: { question: 'Which?', expectedFacts: ['red'], tags: ['critical'] }, token })
  await as(`${at}/gate`, {
    method: 'PUT',
    body: { gate: { ...gate, noCriticalFailure: false }, version: 1 },
  })
  expect((await change(critical)).status).toBe(200)
  expect((await refusal(`${at}`, publish(await draftOf(gptSystemId, 'Blue alone.')))).code).toBe('agent.gate')
})

describe('[R-3-125] approval by a second person', () => {
  /** An agent whose versions need an approval, requested by one administrator, and another who approves. */
  async function waiting() {
    const state = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
    const gptSystemId = await publishAgent(app, 'Approved', { ...state, systemPrompt: 'First.' })
    const at = `${management}/${gptSystemId}/publishing`
    const gate = { performanceTestId: null, minimumPercent: 0, approvalRequired: true }
    await as(`${at}/gate`, { method: 'PUT', body: { gate, version: 0 } })
    const stateId = await draftOf(gptSystemId, 'Second.')
    const asked = await as<Publishing>(at, {
      method: 'PUT',
      body: { gptSystemConfigurationStateId: stateId, note: 'Please', listedInDirectory: true },
    })
    const { token } = await person(app, { actions: ['GptSystemsApprove'] })
    return {
      gptSystemId,
      at,
      stateId,
      asked,
      token,
      request: `${at}/requests/${asked.request?.publishRequestId}`,
    }
  }

  test('is requested, while the published version stays, and publishes once someone else approves', async () => {
    const { at, stateId, asked, token, request } = await waiting()
    expect(asked.publishedStateId).not.toBe(stateId)
    expect(asked).toMatchObject({
      listedInDirectory: true,
      request: { status: 'Open', note: 'Please', isChanged: false, mayDecide: false, mayWithdraw: true },
    })
    expect(await refusal(at, publish(stateId))).toMatchObject({ code: 'publishRequest.open' })
    expect(await refusal(`${request}/approve`, { body: {} })).toMatchObject({ code: 'publishRequest.own' })
    const approved = await as<Publishing>(`${request}/approve`, { token, body: { note: 'Fine' } })
    expect(approved).toMatchObject({
      publishedStateId: stateId,
      request: { status: 'Approved', decisionNote: 'Fine' },
      history: [{ kind: 'Publish', note: 'Fine' }, {}],
    })
    expect(await refusal(`${request}/reject`, { token, body: {} })).toMatchObject({
      code: 'publishRequest.decided',
    })
    const { items } = await as<{ items: { kind: string; params: object }[] }>('currentUser/notifications')
    expect(items[0]).toMatchObject({ kind: 'PublishDecided', params: { approved: true, note: 'Fine' } })
  })

  test('is of exactly one configuration, and can be rejected or withdrawn', async () => {
    const { at, stateId, token, request } = await waiting()
    await change(stateId, 'Third.')
    expect(await refusal(`${request}/approve`, { token, body: {} })).toMatchObject({
      code: 'publishRequest.changed',
    })
    expect(await as<Publishing>(`${request}/reject`, { token, body: { note: 'No' } })).toMatchObject({
      request: { status: 'Rejected' },
    })
    const again = await as<Publishing>(at, publish(stateId))
    const next = `${at}/requests/${again.request?.publishRequestId}`
    expect(await refusal(`${next}/withdraw`, { token, body: {} })).toMatchObject({ status: 403 })
    expect(await as<Publishing>(`${next}/withdraw`, { body: {} })).toMatchObject({
      request: { status: 'Withdrawn' },
    })
  })

  test('can’t be avoided by who requests it, by removing the gate', async () => {
    const { at } = await waiting()
    expect(await refusal(`${at}/gate`, { method: 'PUT', body: { gate: null, version: 1 } })).toMatchObject({
      code: 'publishRequest.own',
    })
  })
})
