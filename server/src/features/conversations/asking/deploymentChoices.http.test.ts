import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest } from '../../../engines/engine.ts'
import { ifMatchOfState, ownDraft, publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, ifMatch, openStream } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { base, idsOf, segmentOf } from '../testing/asking.ts'

const engine = createScriptedEngine()
const named = (deploymentName: string) => ({ languageEngine: 'OpenAICompatible', deploymentName })
const [quick, thorough] = [named('quick'), named('gpt-4o')]
const choices = [
  { ...quick, label: 'Quick' },
  { ...thorough, label: 'Thorough' },
]
const configured = { ...quick, selectableDeployments: choices, capabilityTypes: ['Vision'] }
const states = '/api/internal/gptSystems/configurationStates'
const management = '/api/internal/gptSystems/system/management'
let app: TestApplication
let anna: TestPerson
let admin: string
let agent: string
let requests: AnswerRequest[] = []

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'quick,gpt-4o,o3' },
  })
  anna = await person(app)
  admin = await app.token('admin')
  agent = await publishAgent(app, 'Chooses', configured)
})
afterAll(() => app?.remove())
beforeEach(() => {
  requests = []
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    writer.text('Well.')
  })
})

const asked = () => requests.map((request) => request.deploymentName)
const begin = (more: object, gptSystemId = agent) => asking(`${base}/byGptSystemId/${gptSystemId}`, more)

async function asking(path: string, more: object, token = anna.token) {
  const stream = await openStream(app, path, { token, body: { question: 'What is new?', ...more } })
  await stream.ended
  return { ids: idsOf(stream), events: stream.events }
}

const get = <T>(path: string, token = anna.token) => call<T>(app, path, { token })
const refused = (path: string, deployment: unknown, token = anna.token) =>
  call<{ code: string }>(app, path, {
    token,
    body: { question: 'And?', deployment },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
const conversationOf = async (conversationId: string) =>
  (await get<{ chosenDeployment: unknown }>(`${base}/${conversationId}`)).body

/** Publishes a changed copy of the published version. */
async function republish(gptSystemId: string, change: object) {
  const created = await call<{ configuration: { configStateId: string } }>(
    app,
    `${management}/${gptSystemId}/configurationStates`,
    { token: admin, body: {} },
  )
  const { configStateId } = created.body.configuration
  await call(app, `${states}/${configStateId}`, {
    token: admin,
    method: 'PUT',
    body: change,
    headers: await ifMatchOfState(app, configStateId),
  })
  return call<{ code: string; fields: { field: string }[] }>(app, `${management}/${gptSystemId}/publishing`, {
    token: admin,
    method: 'PUT',
    body: { gptSystemConfigurationStateId: configStateId },
  })
}

describe('an agent with selectable deployments', () => {
  test('shows people the names of the choices and whether each reads images, but nothing of the configuration', async () => {
    const { body } = await get<{ deployments: unknown }>(
      `/api/internal/gptSystems/${agent}/detailsForConversation`,
    )
    expect(body.deployments).toEqual([
      { ...quick, label: 'Quick', isDefault: true, seesImages: false },
      { ...thorough, label: 'Thorough', isDefault: false, seesImages: true },
    ])
    const plain = await publishAgent(app, 'Plain', quick)
    const other = await get<{ deployments: unknown }>(
      `/api/internal/gptSystems/${plain}/detailsForConversation`,
    )
    expect(other.body.deployments).toEqual([])
  })

  test('answers with the chosen deployment, keeps it for the next questions, and returns to the default', async () => {
    const { ids } = await begin({ deployment: thorough })
    const { conversationId, conversationSegmentId } = ids
    expect(new Set(asked())).toEqual(new Set(['gpt-4o']))
    expect((await conversationOf(conversationId)).chosenDeployment).toEqual(thorough)
    const segments = `${base}/${conversationId}/segments`
    const details = await get(`${segments}/${conversationSegmentId}/executionDetails`)
    expect(details.body).toMatchObject(thorough)

    requests = []
    await asking(segments, {})
    expect(asked().at(-1)).toBe('gpt-4o')
    const last = await asking(segments, { deployment: null })
    expect(asked().at(-1)).toBe('quick')
    expect((await conversationOf(conversationId)).chosenDeployment).toBe(null)
    // Regenerates the same question with another deployment.
    await asking(segments, { parentSegmentId: null, deployment: thorough })
    expect(asked().at(-1)).toBe('gpt-4o')
    // The earlier answer keeps its deployment.
    const before = await get(`${segments}/${last.ids.conversationSegmentId}/executionDetails`)
    expect(before.body).toMatchObject(quick)
  })

  test('rejects deployments that are not among the choices, and stores nothing of the question', async () => {
    const plain = await publishAgent(app, 'Without choice', quick)
    for (const [gptSystemId, deployment] of [
      [agent, named('o3')],
      [agent, { languageEngine: 'OpenAI', deploymentName: 'gpt-4o' }],
      [plain, thorough],
    ] as const) {
      const { status, body } = await refused(`${base}/byGptSystemId/${gptSystemId}`, deployment)
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'conversation.deployment' })
    }
    expect((await refused(`${base}/byGptSystemId/${agent}`, 'gpt-4o')).status).toBe(400)
    expect(requests).toEqual([])
  })

  test('answers with its own deployment, and says so, when the chosen one is no longer offered', async () => {
    const changing = await publishAgent(app, 'Changes', configured)
    const { ids } = await begin({ deployment: thorough }, changing)
    expect((await republish(changing, { selectableDeployments: [] })).status).toBe(200)
    requests = []
    const segments = `${base}/${ids.conversationId}/segments`
    const { events } = await asking(segments, {})
    expect(asked().at(-1)).toBe('quick')
    expect(JSON.stringify(events)).toContain('The model you chose, gpt-4o, is no longer available')
    expect((await conversationOf(ids.conversationId)).chosenDeployment).toBe(null)
    const again = await asking(segments, {})
    expect(JSON.stringify(again.events)).not.toContain('is no longer available')
  })

  test('sends no reasoning effort to a chosen deployment that does not accept one', async () => {
    const thinking = await publishAgent(app, 'Thinks', {
      ...named('o3'),
      reasoningEffort: 'Low',
      selectableDeployments: [{ ...thorough, label: 'Plain' }],
    })
    const ofAnswer = () =>
      requests.find((one) => one.messages.some(({ content }) => content.includes('What is new?')))
    await begin({}, thinking)
    expect(ofAnswer()?.reasoningEffort).toBe('Low')
    requests = []
    await begin({ deployment: thorough }, thinking)
    expect(ofAnswer()).toMatchObject({ deploymentName: 'gpt-4o', reasoningEffort: null })
  })

  test('counts an answer at the price of the deployment that wrote it', async () => {
    const price = { inputPerMillion: 3, outputPerMillion: 9 }
    const path = '/api/internal/instanceSettings/deployments'
    const { body } = await call<{ items: { deploymentName: string; version: number }[] }>(app, path, {
      token: admin,
    })
    const version = body.items.find((one) => one.deploymentName === thorough.deploymentName)?.version
    const said = await call(app, `${path}/${thorough.deploymentName}`, {
      token: admin,
      method: 'PUT',
      body: { languageEngine: thorough.languageEngine, approved: true, purposes: ['Chat'], price },
      headers: ifMatch(version),
    })
    expect(said.status).toBe(200)
    engine.play(async (writer) => {
      writer.text('Well.')
      return { usage: { inputTokens: 1_000_000, outputTokens: 1_000_000 } }
    })
    const { ids } = await begin({ deployment: thorough })
    expect((await segmentOf(app, anna.token, ids)).usage?.costUsd).toBe(12)
    const byDefault = await begin({})
    expect((await segmentOf(app, anna.token, byDefault.ids)).usage?.costUsd).toBeUndefined()
    const found = await sql<{ deploymentName: string; languageEngine: string }>`select
      deployment_name as "deploymentName", language_engine as "languageEngine" from conversation_segment
      where id = ${ids.conversationSegmentId}`.execute(app.platform.database.db)
    expect(found.rows).toEqual([thorough])
  })
})

describe('the selectable deployments of a configuration', () => {
  test('are limited to ten, each listed once with a unique name', async () => {
    const stateId = (
      await call<{ configuration: { configStateId: string } }>(app, management, {
        token: admin,
        body: { name: 'Draft' },
      })
    ).body.configuration.configStateId
    const put = async (selectableDeployments: unknown) =>
      call<{ configuration: { selectableDeployments: unknown } }>(app, `${states}/${stateId}`, {
        token: admin,
        method: 'PUT',
        body: { selectableDeployments },
        headers: await ifMatchOfState(app, stateId),
      })
    const many = Array.from({ length: 11 }, (_, place) => ({ ...named(`m${place}`), label: `M${place}` }))
    for (const wrong of [
      many,
      [choices[0], { ...choices[0], label: 'Other' }],
      [choices[0], { ...thorough, label: 'QUICK' }],
      [{ ...quick, label: ' ' }],
      [{ ...quick, label: 'x'.repeat(41) }],
      [quick],
    ])
      expect((await put(wrong)).status).toBe(400)
    const { status, body } = await put(choices)
    expect([status, body.configuration.selectableDeployments]).toEqual([200, choices])
  })

  test('block publishing if one is missing, cause a warning before, and appear in version comparisons', async () => {
    const first = await publishAgent(app, 'Versions', configured)
    const refusal = await republish(first, {
      selectableDeployments: [...choices, { ...named('vanished'), label: 'Old' }],
    })
    expect([refusal.status, refusal.body.code]).toEqual([400, 'agent.deployment'])
    const { body } = await call<{
      items: { configStateId: string; status: string }[]
    }>(app, `${management}/${first}/configurationStates`, { token: admin })
    const [draft, published] = body.items
    const state = await call<{ warnings: object[]; errors: object[] }>(
      app,
      `${states}/${draft?.configStateId}`,
      {
        token: admin,
      },
    )
    expect(state.body.errors).toContainEqual(expect.objectContaining({ field: 'selectableDeployments' }))
    expect(state.body.warnings).toContainEqual(
      expect.objectContaining({
        property: 'selectableDeployments',
        code: 'deploymentUnknown',
        name: 'vanished',
      }),
    )
    const different = await call<{ items: { field: string }[] }>(
      app,
      `${states}/${published?.configStateId}/differences/${draft?.configStateId}`,
      { token: admin },
    )
    expect(new Set(different.body.items.map(({ field }) => field.split('.')[0]))).toEqual(
      new Set(['selectableDeployments']),
    )
  })

  test('can be tried in test chats of both kinds of agents, as set in the draft', async () => {
    const own = await ownDraft(app)
    const author = await app.token('anna')
    const change = async (path: string, stateId: string, token: string) =>
      call(app, path, { token, method: 'PUT', body: configured, headers: await ifMatchOfState(app, stateId) })
    expect((await change(`/api/internal/configStates/${own}`, own, author)).status).toBe(200)
    const created = await call<{ configuration: { configStateId: string } }>(app, management, {
      token: admin,
      body: { name: 'Tested' },
    })
    const system = created.body.configuration.configStateId
    expect((await change(`${states}/${system}`, system, admin)).status).toBe(200)
    for (const [path, token] of [
      [`/api/internal/configStates/${own}/conversations`, author],
      [`${states}/${system}/conversations`, admin],
    ] as const) {
      requests = []
      await asking(path, { deployment: thorough }, token)
      expect(asked().at(-1)).toBe('gpt-4o')
      expect((await refused(path, named('o3'), token)).body.code).toBe('conversation.deployment')
    }
  })
})
