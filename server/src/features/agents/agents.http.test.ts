import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ifMatchOfState, publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream, textOf } from '../../testing/client.ts'
import {
  answering,
  messageAnswering,
  type ScriptedProvider,
  startScriptedProvider,
} from '../../testing/scriptedProvider.ts'

let app: TestApplication
let provider: ScriptedProvider
let admin: string

beforeAll(async () => {
  provider = await startScriptedProvider()
  app = await startTestApplication({
    environment: {
      OPENAI_BASE_URL: provider.baseUrl,
      OPENAI_API_KEY: 'openai-key',
      OPENAI_DEPLOYMENTS: 'gpt-4o,o3',
      AZURE_OPENAI_BASE_URL: provider.origin,
      AZURE_OPENAI_API_KEY: 'azure-key',
      AZURE_OPENAI_DEPLOYMENTS: 'house',
      ANTHROPIC_BASE_URL: provider.origin,
      ANTHROPIC_API_KEY: 'anthropic-key',
      ANTHROPIC_DEPLOYMENTS: 'claude-opus-4-7',
    },
  })
  admin = await app.token('admin')
})
afterAll(async () => {
  await app?.remove()
  await provider?.close()
})

interface StateAnswer {
  configuration: { configStateId: string; reasoningEffort: string | null }
  warnings: { property: string; message: string }[]
}

async function draft(): Promise<(change: object) => ReturnType<typeof call<StateAnswer>>> {
  const created = await call<StateAnswer>(app, '/api/internal/gptSystems/system/management', {
    token: admin,
    body: { name: 'Thoughtful' },
  })
  expect(created.body.configuration.reasoningEffort).toBe(null)
  const path = `/api/internal/gptSystems/configurationStates/${created.body.configuration.configStateId}`
  return async (change) => {
    const headers = await ifMatchOfState(app, created.body.configuration.configStateId)
    return call<StateAnswer>(app, path, { token: admin, method: 'PUT', body: change, headers })
  }
}

async function answerOf(languageEngine: string, deploymentName: string, state: object = {}) {
  const gptSystemId = await publishAgent(app, 'Asked', { languageEngine, deploymentName, ...state })
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
    token: await app.token('anna'),
    body: { question: 'What is new?' },
  })
  await stream.ended
  return { text: textOf(stream.events), end: stream.events.at(-1) }
}

describe('a configuration', () => {
  test('includes the reasoning effort, which can be empty', async () => {
    const update = await draft()
    for (const reasoningEffort of ['Low', 'Medium', 'High', null]) {
      const { status, body } = await update({ reasoningEffort })
      expect({ status, effort: body.configuration.reasoningEffort }).toEqual({
        status: 200,
        effort: reasoningEffort,
      })
    }
    expect((await update({ reasoningEffort: 'Extreme' })).status).toBe(400)
  })

  test('can be published with a warning if it allows more tokens than its deployment writes', async () => {
    const update = await draft()
    const wide = { languageEngine: 'OpenAI', deploymentName: 'gpt-4o', maxTokens: 100_000 }
    const { body } = await update(wide)
    expect(body.warnings).toEqual([
      {
        property: 'maxTokens',
        message: 'gpt-4o supports at most 16384 output tokens, so no more are requested.',
        code: 'tokensCapped',
        name: 'gpt-4o',
        tokens: 16_384,
      },
    ])
    expect((await update({ maxTokens: 16_384 })).body.warnings).toEqual([])
    const blind = { languageEngine: 'BuiltIn', deploymentName: null, capabilityTypes: ['Vision'] }
    expect((await update(blind)).body.warnings).toMatchObject([
      { property: 'capabilityTypes', code: 'imagesUnseen', name: 'BuiltIn' },
    ])
    await update({ ...wide, maxTokens: 16_384, capabilityTypes: [] })
    provider.play(answering('Much.'))
    await answerOf('OpenAI', 'gpt-4o', { maxTokens: 100_000 })
    expect(provider.calls.find((received) => received.body.model === 'gpt-4o')?.body).toMatchObject({
      max_completion_tokens: 16_384,
    })
  })

  test.each([
    ['OpenAI', 'o3', '/v1/chat/completions', { reasoning_effort: 'low' }],
    ['AzureOpenAI', 'house', '/openai/v1/chat/completions', { reasoning_effort: 'low' }],
    [
      'Anthropic',
      'claude-opus-4-7',
      '/v1/messages',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    ],
  ])('answers with %s, %s, and its effort', async (languageEngine, deploymentName, url, sent) => {
    const before = provider.calls.length
    provider.play(
      languageEngine === 'Anthropic' ? messageAnswering('Well, ', 'much.') : answering(['Well, ', 'much.']),
    )
    const { text, end } = await answerOf(languageEngine, deploymentName, { reasoningEffort: 'Low' })
    expect({ text, end }).toMatchObject({
      text: 'Well, much.',
      end: { event: 'no-more-data', data: { status: 'Completed' } },
    })
    const received = provider.calls[before]
    expect(received?.url).toBe(url)
    expect(received?.body).toMatchObject({ model: deploymentName, ...sent })
  })
})

test('[R-3-095] [R-7-115] deployments are listed with their known properties', async () => {
  const { body } = await call<{ items: object[] }>(app, '/api/internal/instanceSettings/deployments', {
    token: admin,
  })
  expect(body.items).toContainEqual({
    languageEngine: 'Anthropic',
    deploymentName: 'claude-opus-4-7',
    source: 'Environment',
    contextTokens: 1_000_000,
    maxOutputTokens: 128_000,
    reasoning: true,
    vision: true,
    parameters: { maxTokens: { min: 1, max: 128_000 } },
    purposes: ['Chat'],
    approved: false,
    lastProbe: null,
    gone: false,
    price: null,
    imagePrice: null,
    minutePrice: null,
    speechPrice: null,
    version: 0,
  })
})

test('signed-in users can read the configuration options, without prices or keys', async () => {
  const { body } = await call<{ deployments: object[]; tools: object[]; defaults: object }>(
    app,
    '/api/internal/gptSystems/common/modelOptions',
    { token: await app.token('anna') },
  )
  expect(body.deployments).toContainEqual({
    languageEngine: 'OpenAI',
    deploymentName: 'gpt-4o',
    contextTokens: 128_000,
    maxOutputTokens: 16_384,
    reasoning: false,
    vision: true,
    parameters: {
      maxTokens: { min: 1, max: 16_384 },
      temperature: { min: 0, max: 2 },
      topP: { min: 0, max: 1 },
      frequencyPenalty: { min: -2, max: 2 },
    },
  })
  expect(body.tools).toContainEqual({ tool: 'FileSearch', state: 'Available', missing: [] })
  expect(body.tools).toContainEqual({ tool: 'CodeInterpreter', state: 'NotConfigured', missing: [] })
  expect(body.defaults).toEqual({ languageEngine: 'BuiltIn', deploymentName: null })
  expect(JSON.stringify(body)).not.toContain('key')
})
