import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineRig, patient, startEngineRig } from '../testing/engineRig.ts'
import { answering } from '../testing/scriptedProvider.ts'
import { createOpenAiEngine } from './openai.ts'
import { askedPause, retryAfterSeconds, spentPause } from './rateLimitHeaders.ts'

let rig: EngineRig
beforeAll(async () => {
  rig = await startEngineRig('OpenAI', (origin, needs) =>
    createOpenAiEngine({ baseUrl: `${origin}/v1`, apiKey: 'sk-secret-key' }, needs),
  )
})
afterAll(() => rig.close())

const now = Date.parse('2026-01-01T00:00:00Z')

describe('the pause that a provider asks for', () => {
  test.each([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0.5' }, 0.5],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }, 9],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-1', 'x-ratelimit-remaining-requests': '5' }, null],
    [{ 'retry-after-ms': '250', 'retry-after': '1' }, 0.25],
    [{}, null],
    [
      {
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1m0s',
      },
      1,
    ],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '20ms' }, 0.02],
    [
      {
        'anthropic-ratelimit-requests-limit': '4',
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:20Z',
      },
      5,
    ],
  ])('%j is %s', (headers, seconds) => {
    expect(askedPause(headers, now)).toBe(seconds)
  })

  test('is null while requests are left', () => {
    expect(spentPause({ 'x-ratelimit-remaining-requests': '1', 'x-ratelimit-reset-requests': '9s' })).toBe(
      null,
    )
    expect(retryAfterSeconds(undefined)).toBe(null)
  })
})

describe('a busy provider', () => {
  const busy = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds }, actions: [] })

  test('[F14] is not called during the requested pause, for any question, and the readers are informed', async () => {
    const engine = rig.engine()
    rig.provider.play(busy('1.9'), answering('fine'))
    const begun = performance.now()
    const told = Promise.withResolvers<number | null>()
    const first = rig.ask({ onWait: told.resolve }, { engine })
    expect(await told.promise).toBe(2)
    const others = await Promise.all([1, 2, 3].map(() => rig.ask({}, { engine })))
    expect([await first, ...others].map((asked) => asked.text)).toEqual(['fine', 'fine', 'fine', 'fine'])
    expect(performance.now() - begun).toBeGreaterThan(1_850)
    // One refusal, and one answer to each of the four.
    expect(rig.provider.calls).toHaveLength(5)
  })

  test('without credit is not called again', async () => {
    const body = { error: { code: 'insufficient_quota', type: 'insufficient_quota', message: 'x' } }
    rig.provider.play({ status: 429, actions: [{ write: JSON.stringify(body) }] })
    expect(await rig.ask()).toMatchObject({ code: 'engine.credit', calls: 1, waits: [] })
  })

  test('answers only as many questions at once as are admitted; the others follow', async () => {
    const engine = rig.engine({ concurrentCalls: 2 })
    rig.provider.play({ actions: [{ delta: 'fine' }, { waitMs: 50 }, 'done'] })
    const asked = await Promise.all([1, 2, 3, 4, 5].map(() => rig.ask({}, { engine })))
    expect(asked.map((one) => one.text)).toEqual(['fine', 'fine', 'fine', 'fine', 'fine'])
    expect(asked.map((one) => one.waits)).toEqual([[], [], [null], [null], [null]])
  })

  test('frees a place after each kind of ending', async () => {
    const engine = rig.engine({ concurrentCalls: 1, limits: { ...patient, silenceMs: 50 } })
    rig.provider.play({ actions: [{ delta: 'a' }, 'hang'] })
    expect((await rig.ask({}, { engine })).code).toBe('engine.silence')
    rig.provider.play({ status: 401, actions: [] })
    expect((await rig.ask({}, { engine })).code).toBe('engine.key')
    const stop = new AbortController()
    rig.provider.play({ actions: [{ delta: 'a' }, 'hang'] })
    const stopped = rig.ask({ signal: stop.signal }, { engine })
    stop.abort(new Error('stopped'))
    await stopped
    rig.provider.play(answering('free'))
    expect(await rig.ask({}, { engine })).toMatchObject({ text: 'free', waits: [] })
  })
})

test('the log never includes a provider’s words, the key, or the question', async () => {
  const message = 'Incorrect API key provided: sk-secret-key. You asked: What is my salary?'
  for (const status of [400, 401, 404, 429, 500]) {
    rig.provider.play({
      status,
      headers: { 'retry-after': '0' },
      actions: [
        { write: JSON.stringify({ error: { message, code: 'invalid_thing', type: 'What is my salary?' } }) },
      ],
    })
    const { error } = await rig.ask({ messages: [{ role: 'user', content: 'What is my salary?' }] })
    const whole = [error, (error as Error).cause, ((error as Error).cause as Error)?.cause]
      .map((one) => `${one} ${(one as Error)?.stack} ${JSON.stringify(one)}`)
      .join()
    expect(whole).toContain('invalid_thing')
    expect(whole).not.toContain('secret')
    expect(whole).not.toContain('salary')
  }
})
