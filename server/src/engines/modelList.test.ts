import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEgress, type Egress } from '../platform/egress/egress.ts'
import { type ScriptedProvider, startScriptedProvider } from '../testing/scriptedProvider.ts'
import { connect } from './connections.ts'
import { purposesOf, readModelList } from './modelList.ts'

let provider: ScriptedProvider
let egress: Egress
beforeAll(async () => {
  provider = await startScriptedProvider()
  egress = createEgress(['127.0.0.1'])
})
afterAll(async () => {
  await egress.close()
  await provider.close()
})

const signal = AbortSignal.timeout(20_000)
const listed = () => readModelList(egress, { url: `${provider.baseUrl}/models`, headers: {} }, signal)

describe('a provider’s list of models', () => {
  test.each([
    ['OpenAI', '/v1/models', 'authorization', 'Bearer the-key'],
    ['OpenAICompatible', '/v1/models', 'authorization', 'Bearer the-key'],
    ['AzureOpenAI', '/openai/deployments?api-version=2022-12-01', 'api-key', 'the-key'],
    ['Anthropic', '/v1/models?limit=1000', 'x-api-key', 'the-key'],
  ] as const)('of %s is requested at %s with its key', async (languageEngine, url, header, value) => {
    provider.list(['one'])
    const baseUrl = languageEngine === 'AzureOpenAI' ? `${provider.origin}/openai/v1` : provider.baseUrl
    const { models } = connect(languageEngine, { apiKey: 'the-key', baseUrl }, { azureApiVersion: 'v1' })
    expect(await readModelList(egress, models, signal)).toEqual(['one'])
    const got = provider.gets.at(-1)
    expect([got?.url, got?.headers[header]]).toEqual([url, value])
  })

  test('includes each model once, without invalid names', async () => {
    provider.list(['gpt-4o', 'gpt-4o', 'openai/o3:free', '<script>alert(1)</script>', 'a b', ''])
    expect(await listed()).toEqual(['gpt-4o', 'openai/o3:free'])
  })

  test('is null if it does not exist, and an error without the provider’s words if it is refused', async () => {
    for (const status of [404, 405, 501]) {
      provider.list(status)
      expect(await listed()).toBe(null)
    }
    for (const [status, code] of [
      [401, 'engine.key'],
      [403, 'engine.key'],
      [402, 'engine.credit'],
      [429, 'engine.busy'],
      [500, 'engine.failed'],
    ] as const) {
      provider.list(status)
      const error = await listed().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code })
      expect(String(error)).not.toContain('words of the provider')
    }
  })

  test('is not requested from a host that is not allowed', async () => {
    const strict = createEgress([])
    const before = provider.gets.length
    const asked = readModelList(strict, { url: `${provider.baseUrl}/models`, headers: {} }, signal)
    await expect(asked).rejects.toMatchObject({ code: 'egress.refused' })
    expect(provider.gets.length).toBe(before)
    await strict.close()
  })
})

test('the uses of a model are derived from its name', () => {
  expect(
    ['gpt-4o', 'text-embedding-3-small', 'dall-e-3', 'whisper-1', 'tts-1-hd', 'claude-opus-4-1'].map(
      purposesOf,
    ),
  ).toEqual([['Chat'], ['Embedding'], ['Image'], ['Transcription'], ['Speech'], ['Chat']])
})
