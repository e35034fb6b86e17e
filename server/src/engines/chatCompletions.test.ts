import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEgress } from '../platform/egress/egress.ts'
import { type EngineRig, patient, requestOf, startEngineRig, unlogged } from '../testing/engineRig.ts'
import { answering, delta, type ScriptedProvider } from '../testing/scriptedProvider.ts'
import { describeDeployment } from './deployments.ts'
import type { AnswerRequest } from './engine.ts'
import { createOpenAiCompatibleEngine } from './openaiCompatible.ts'

let rig: EngineRig
let provider: ScriptedProvider
const limits = { firstTokenMs: 5000, silenceMs: 400 }
const impatient = { firstTokenMs: 300, silenceMs: 400 }
const literal = ['Hello $', '{HOME} {{7*7}}'].join('')
const messages = [{ role: 'user' as const, content: literal }]

beforeAll(async () => {
  rig = await startEngineRig('OpenAICompatible', (origin, needs) =>
    createOpenAiCompatibleEngine({ baseUrl: `${origin}/v1`, apiKey: 'sk-test' }, needs),
  )
  provider = rig.provider
})
afterAll(() => rig.close())

const ask = (change: Partial<AnswerRequest> = {}, wait = limits) =>
  rig.ask({ messages, ...change }, { limits: wait })

describe('the chat completions engine', () => {
  test('sends the configured parameters, the key, and texts unchanged', async () => {
    provider.play(answering('fine'))
    await ask()
    const call = provider.calls.at(-1)
    expect(call?.headers.authorization).toBe('Bearer sk-test')
    expect(call?.body).toEqual({
      model: 'model-x',
      messages: [{ role: 'user', content: literal }],
      temperature: 0.3,
      top_p: 0.9,
      frequency_penalty: 0.5,
      max_tokens: 77,
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  test('sends images before the question that they belong to', async () => {
    provider.play(answering('fine'))
    const picture = { mimeType: 'image/jpeg', base64: '/9j/4AAQ', width: 40, height: 20 } as const
    await ask({ messages: [{ role: 'user', content: 'What is this?', pictures: [picture] }] })
    expect(provider.calls.at(-1)?.body).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/4AAQ' } },
            { type: 'text', text: 'What is this?' },
          ],
        },
      ],
    })
  })

  test('returns the text in order and the provider’s own usage', async () => {
    provider.play(answering(['one ', 'two ', 'three']))
    const { text, result } = await ask()
    expect(text).toBe('one two three')
    expect(result?.usage).toEqual({ inputTokens: 11, outputTokens: 7 })
  })

  test('returns how much of the input the provider reused, if it says so', async () => {
    const usage = {
      prompt_tokens: 1100,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 1024 },
    }
    const end = { choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }] }
    const lines = [end, { choices: [], usage }].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
    provider.play({ actions: [{ write: `${lines}data: [DONE]\n\n` }] })
    const { result } = await ask()
    expect(result?.usage).toEqual({ inputTokens: 1100, cachedInputTokens: 1024, outputTokens: 7 })
  })

  test.each([
    [401, 'engine.key', 1],
    [403, 'engine.key', 1],
    [404, 'engine.deployment', 1],
    [400, 'engine.refused', 1],
  ])('maps status %i to %s without a retry', async (status, code, calls) => {
    provider.play({ status, actions: [{ write: '{"error":{"message":"sk-secret leaked"}}' }] })
    expect(await ask()).toMatchObject({ code, calls, text: '' })
  })

  test('[F15] retries a failure before the first token, and the reader sees one answer', async () => {
    provider.play(
      { status: 500, actions: [] },
      { status: 503, headers: { 'retry-after': '0' }, actions: [] },
      answering('at last'),
    )
    expect(await ask({})).toMatchObject({ text: 'at last', code: '', calls: 3 })
  })

  test('[F14] makes at most three calls for one question', async () => {
    provider.play({ status: 429, headers: { 'retry-after': '0' }, actions: [] })
    expect(await ask()).toMatchObject({ code: 'engine.busy', calls: 3 })
  })

  test('reports a wait that the provider asks for, and does not wait beyond the limit', async () => {
    provider.play({ status: 429, headers: { 'retry-after': '3600' }, actions: [] })
    // Waiting for the hour would exceed the time limit of this test.
    expect(await ask()).toMatchObject({ code: 'engine.busy', calls: 1 })
  })

  test('[F15] never retries after the first token, and keeps the text so far', async () => {
    provider.play({ actions: [{ delta: 'half ' }, { waitMs: 30 }, 'cut'] })
    expect(await ask()).toMatchObject({ text: 'half ', code: 'engine.broken', calls: 1 })
  })

  test('treats an answer without its end mark as broken', async () => {
    provider.play({ actions: [{ delta: 'half' }, 'end'] })
    expect(await ask()).toMatchObject({ text: 'half', code: 'engine.broken' })
  })

  test('[F13] stops a provider that never starts at the first-token limit', async () => {
    provider.play({ silent: true, actions: [] })
    expect(await ask({}, impatient)).toMatchObject({ code: 'engine.firstTokenTimeout' })
  })

  test('does not count comments and empty deltas as tokens', async () => {
    provider.play({ actions: [{ write: ': ping\n\n' }, { delta: '' }, 'hang'] })
    expect(await ask({}, impatient)).toMatchObject({ code: 'engine.firstTokenTimeout' })
  })

  test('[F13] stops a provider that falls silent at the silence limit, and keeps the text so far', async () => {
    provider.play({ actions: [{ delta: 'then nothing' }, 'hang'] })
    expect(await ask()).toMatchObject({ text: 'then nothing', code: 'engine.silence', calls: 1 })
  })

  test('counts keep-alive comments as silence', async () => {
    const pings = Array.from({ length: 12 }, () => [{ waitMs: 100 }, { write: ': ping\n\n' }]).flat()
    provider.play({ actions: [{ delta: 'then nothing' }, ...pings, { delta: 'too late' }, 'done'] })
    expect(await ask()).toMatchObject({ text: 'then nothing', code: 'engine.silence' })
  })

  test('stops an endless answer', async () => {
    const mega = { delta: 'x'.repeat(1_000_000) }
    provider.play({ actions: [mega, mega, mega, mega, mega, mega, 'done'] })
    const { text, code } = await ask({}, { firstTokenMs: 10_000, silenceMs: 10_000 })
    expect(code).toBe('engine.malformed')
    expect(text).toHaveLength(5_000_000)
  })

  test.each([
    ['invalid JSON', [{ write: 'data: {nope\n\n' }]],
    ['JSON that isn’t an object', [{ write: 'data: 7\n\n' }]],
    ['HTML with status 200', [{ write: '<html>' }]],
  ])('reports a clear error for %s', async (_name, actions) => {
    provider.play({
      actions: [...actions, 'done'],
      ...(String(actions[0]?.write).startsWith('<') ? { headers: { 'content-type': 'text/html' } } : {}),
    })
    expect((await ask()).code).toBe('engine.malformed')
  })

  test('completes even if the provider keeps the connection open after its last event', async () => {
    provider.play({ actions: [{ delta: 'whole' }, 'done', 'hang'] })
    expect(await ask()).toMatchObject({ text: 'whole', code: '' })
    const call = provider.calls.at(-1)
    await expect.poll(() => call?.aborted).toBe(true)
  })

  test('keeps the connection for the next call if the body ends late', async () => {
    provider.play({ actions: [{ delta: 'whole' }, 'done', { waitMs: 100 }] })
    const ports: (number | undefined)[] = []
    for (let time = 0; time < 3; time += 1) {
      expect(await ask()).toMatchObject({ text: 'whole', code: '' })
      ports.push(provider.calls.at(-1)?.clientPort)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    expect(new Set(ports).size).toBe(1)
  })

  test('treats an error inside the stream as an error', async () => {
    provider.play({ actions: [{ delta: 'a' }, { write: 'data: {"error":{"message":"x"}}\n\n' }, 'done'] })
    expect(await ask()).toMatchObject({ text: 'a', code: 'engine.failed' })
  })

  test('[A49] treats provider text that looks like our events as text', async () => {
    const forged = 'x\n\nevent: no-more-data\ndata: {}\n\n\r\u2028'
    provider.play({
      actions: [{ write: delta(forged) }, { write: 'event: no-more-data\ndata: {"choices":[]}\n\n' }, 'done'],
    })
    expect((await ask()).text).toBe(forged)
  })

  test('closes the provider’s connection on a stop', async () => {
    const stop = new AbortController()
    provider.play({ actions: [{ delta: 'a' }, 'hang'] })
    const asked = ask({ signal: stop.signal })
    await new Promise((resolve) => setTimeout(resolve, 100))
    stop.abort()
    await asked
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(provider.calls.at(-1)?.aborted).toBe(true)
  })

  test('reports an address without a listener as unreachable', async () => {
    const egress = createEgress(['127.0.0.1:9'])
    const engine = createOpenAiCompatibleEngine(
      { baseUrl: 'http://127.0.0.1:9/v1', apiKey: null },
      {
        egress,
        limits: patient,
        concurrentCalls: 1,
        describe: (name) => describeDeployment('OpenAICompatible', name),
        outageOf: () => unlogged,
      },
    )
    await expect(
      engine.answer(requestOf(), { text: () => undefined, thinking: () => undefined }),
    ).rejects.toMatchObject({ code: 'engine.unreachable' })
  })
})
