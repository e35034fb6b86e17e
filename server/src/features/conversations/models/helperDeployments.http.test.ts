import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest } from '../../../engines/engine.ts'
import { AppError } from '../../../platform/errors.ts'
import { limitAgent, publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, ifMatch } from '../../../testing/client.ts'
import { changeSettings, setDeployment } from '../../../testing/instanceSettings.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { type Asked, ask, detailsOf, segmentOf } from '../testing/asking.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'large' }
const management = '/api/internal/gptSystems/system/management'
const helper = (deploymentName: string) => ({ languageEngine: 'OpenAICompatible', deploymentName })
/** In micro-dollars, an answer costs 100 × 3 + 10 × 15, and a title with `small` 40 × 0.1 + 4 × 0.4. */
const largePrice = { inputPerMillion: 3, outputPerMillion: 15 }
const smallPrice = { inputPerMillion: 0.1, outputPerMillion: 0.4 }
const ANSWER_COST = 450
const TITLE_COST = 5.6

let app: TestApplication
let token: string
/** The deployments that helper calls were made to, in order. */
let called: string[] = []

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'large,small,tiny' },
  })
  token = await app.token('anna')
})
afterAll(() => app?.remove())
beforeEach(async () => {
  await setDeployment(app, 'large', { purposes: ['Chat'], price: largePrice })
  await setDeployment(app, 'small', { purposes: ['Helper'], price: smallPrice })
  await setDeployment(app, 'tiny', { purposes: ['Helper'], price: null })
  await changeSettings(app, { helperDeployment: helper('small') })
  called = []
  engine.play(async (writer) => {
    writer.text('It is tall.')
    return { usage: { inputTokens: 100, outputTokens: 10 } }
  })
  titling()
})

/** Makes helper calls write a title, except with deployments that are `down`. */
function titling(down: readonly string[] = []): void {
  engine.playHelper(async (_purpose, writer, _signal, request: AnswerRequest) => {
    called.push(request.deploymentName ?? '')
    if (down.includes(request.deploymentName ?? '')) throw new AppError('engine.failed')
    writer.text('The tall tower')
    return { usage: { inputTokens: 40, outputTokens: 4 } }
  })
}

/** Asks a first question and waits until the conversation has its title. */
async function titled(state: Record<string, unknown> = {}): Promise<Asked> {
  const gptSystemId = await publishAgent(app, 'Helped', { ...scripted, ...state })
  const asked = await ask(app, token, { gptSystemId }, 'How tall is it?')
  const title = async () =>
    (await call<{ title: string }>(app, `/api/internal/userConversations/${asked.conversationId}`, { token }))
      .body.title
  await expect.poll(title).toBe('The tall tower')
  return asked
}

describe('a helper call', () => {
  test('goes to the agent’s helper, else to the instance’s, else to the deployment that answers', async () => {
    const asked = await titled({ helperDeploymentName: 'tiny' })
    await titled()
    await changeSettings(app, { helperDeployment: null })
    await titled()
    expect(called).toEqual(['tiny', 'small', 'large'])
    const { calls } = await detailsOf(app, token, asked)
    expect(calls.map(({ purpose, deploymentName }) => [purpose, deploymentName])).toEqual([
      ['Answer', 'large'],
      ['Title', 'tiny'],
    ])
  })

  test('goes to the next one if a helper is unavailable', async () => {
    titling(['tiny', 'small'])
    await titled({ helperDeploymentName: 'tiny' })
    expect(called).toEqual(['tiny', 'small', 'large'])
  })

  test('goes to the deployment that answers once a helper isn’t one anymore', async () => {
    const gptSystemId = await publishAgent(app, 'Lost helpers', { ...scripted, helperDeploymentName: 'tiny' })
    await setDeployment(app, 'tiny', { purposes: ['Chat'] })
    await setDeployment(app, 'small', { purposes: [] })
    const { segment } = await ask(app, token, { gptSystemId }, 'How tall is it?')
    expect(segment.status).toBe('Completed')
    await expect.poll(() => called).toEqual(['large'])
  })

  test('breaks no answer if all fail', async () => {
    titling(['small', 'large'])
    const gptSystemId = await publishAgent(app, 'Without titles', scripted)
    const { segment } = await ask(app, token, { gptSystemId }, 'How tall is it?')
    expect(segment).toMatchObject({ status: 'Completed', answer: 'It is tall.', errors: [] })
    await expect.poll(() => called).toEqual(['small', 'large'])
  })
})

describe('the price of a helper', () => {
  const money = { kind: 'Money', per: 'Month', amount: 1, counted: 'Pool' }
  const counted = async (gptSystemId: string) => {
    const { rows } = await sql<{ cost: number; tokens: number }>`select cost, tokens from usage_counter
      where scope = ${`agent:${gptSystemId}`}`.execute(app.platform.database.db)
    return rows
  }

  test('counts for its calls, in the answer’s cost and toward limits', async () => {
    const gptSystemId = await publishAgent(app, 'Priced', scripted)
    await limitAgent(app, gptSystemId, [money])
    const asked = await ask(app, token, { gptSystemId }, 'How tall is it?')
    const total = Math.ceil(ANSWER_COST + TITLE_COST)
    await expect
      .poll(async () => (await segmentOf(app, token, asked)).usage)
      .toEqual({ inputTokens: 140, outputTokens: 14, costUsd: total / 1_000_000 })
    expect(called).toEqual(['small'])
    await expect.poll(() => counted(gptSystemId)).toEqual([{ cost: total, tokens: 154 }])
  })

  test('is needed where money is limited, so that a helper without one makes no calls', async () => {
    const gptSystemId = await publishAgent(app, 'Unpriced', { ...scripted, helperDeploymentName: 'tiny' })
    await limitAgent(app, gptSystemId, [money])
    await ask(app, token, { gptSystemId }, 'How tall is it?')
    await expect.poll(() => called).toEqual(['small'])
  })

  test('makes the cost of an answer unknown if there is none', async () => {
    const asked = await titled({ helperDeploymentName: 'tiny' })
    await expect
      .poll(async () => (await segmentOf(app, token, asked)).usage)
      .toEqual({ inputTokens: 140, outputTokens: 14 })
  })
})

describe('a deployment that is only a helper', () => {
  test('isn’t offered for answers', async () => {
    const { body } = await call(app, '/api/internal/gptSystems/common/modelOptions', {
      token: await app.token('admin'),
    })
    expect(body).toMatchObject({
      deployments: [{ deploymentName: 'large' }],
      helpers: [helper('small'), helper('tiny')],
      defaultHelper: helper('small'),
    })
    await expect(publishAgent(app, 'Answers', { ...scripted, deploymentName: 'small' })).rejects.toThrow(
      'agent.deployment',
    )
    const refused = await changeSettings(app, { defaultChatDeployment: helper('small') })
    expect(refused.status).toBe(400)
  })

  test('is the only kind that agents and the instance can have as their helper', async () => {
    expect((await changeSettings(app, { helperDeployment: helper('large') })).status).toBe(400)
    const admin = await app.token('admin')
    const created = await call<{ configuration: { configStateId: string } }>(app, management, {
      token: admin,
      body: { name: 'Wrong helper' },
    })
    const { configStateId } = created.body.configuration
    const { body } = await call(app, `/api/internal/gptSystems/configurationStates/${configStateId}`, {
      token: admin,
      method: 'PUT',
      body: { ...scripted, helperDeploymentName: 'large' },
      headers: ifMatch(),
    })
    expect(body).toMatchObject({
      configuration: { helperDeploymentName: 'large' },
      errors: [{ field: 'helperDeploymentName' }],
      warnings: [{ property: 'helperDeploymentName', code: 'helperUnknown', name: 'large' }],
    })
    await expect(publishAgent(app, 'Wrong', { ...scripted, helperDeploymentName: 'large' })).rejects.toThrow(
      'agent.deployment',
    )
  })

  test('belongs to a version of an agent: a new draft copies it, and a comparison shows it', async () => {
    const gptSystemId = await publishAgent(app, 'Versions', { ...scripted, helperDeploymentName: 'tiny' })
    const admin = await app.token('admin')
    const states = '/api/internal/gptSystems/configurationStates'
    const draft = await call<{ configuration: { configStateId: string; helperDeploymentName: string } }>(
      app,
      `${management}/${gptSystemId}/configurationStates`,
      { token: admin, body: {} },
    )
    const { configStateId, helperDeploymentName } = draft.body.configuration
    expect(helperDeploymentName).toBe('tiny')
    await call(app, `${states}/${configStateId}`, {
      token: admin,
      method: 'PUT',
      body: { helperDeploymentName: null },
      headers: ifMatch(),
    })
    const versions = await call<{ items: { configStateId: string }[] }>(
      app,
      `${management}/${gptSystemId}/configurationStates`,
      { token: admin },
    )
    const published = versions.body.items.find((one) => one.configStateId !== configStateId)
    const compared = await call(app, `${states}/${published?.configStateId}/differences/${configStateId}`, {
      token: admin,
    })
    expect(compared.body).toEqual({
      items: [{ field: 'helperDeploymentName', before: 'tiny', after: null }],
    })
  })
})
