import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineRig, patient, startEngineRig } from '../testing/engineRig.ts'
import {
  type Action,
  messageAnswering,
  messageBlock,
  messageEnd,
  messageEvent,
  messageStart,
  type Script,
} from '../testing/scriptedProvider.ts'
import { createAnthropicEngine } from './anthropic.ts'

let rig: EngineRig

beforeAll(async () => {
  rig = await startEngineRig('Anthropic', (baseUrl, needs) =>
    createAnthropicEngine({ baseUrl, apiKey: 'ant-key' }, needs),
  )
})
afterAll(() => rig.close())

const sent = () => rig.provider.calls.at(-1)
const textBlock = (text: string) =>
  messageBlock(0, { type: 'text', text: '' }, [{ type: 'text_delta', text }])
const ending = (reason: string): Script => ({
  actions: [messageStart, ...textBlock('so far'), ...messageEnd(reason)],
})
const error = (status: number, type: string, message: string): Script => ({
  status,
  actions: [{ write: JSON.stringify({ type: 'error', error: { type, message } }) }],
})

describe('Anthropic', () => {
  test('receives images before the question that they belong to', async () => {
    rig.provider.play(messageAnswering('fine'))
    const picture = { mimeType: 'image/jpeg', base64: '/9j/4AAQ', width: 40, height: 20 } as const
    await rig.ask({ messages: [{ role: 'user', content: 'What is this?', pictures: [picture] }] })
    expect(sent()?.body).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: '/9j/4AAQ' } },
            { type: 'text', text: 'What is this?' },
          ],
        },
      ],
    })
  })

  test('marks the end of a long system text and of the history for reuse, and reports what was reused', async () => {
    const started = messageEvent('message_start', {
      message: { id: 'msg_1', usage: { input_tokens: 11, cache_read_input_tokens: 900, output_tokens: 1 } },
    })
    rig.provider.play({ actions: [started, ...textBlock('fine'), ...messageEnd()] })
    const long = 'A long handbook. '.repeat(300)
    const messages = [
      { role: 'system', content: long },
      { role: 'user', content: 'First?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Second?' },
    ] as const
    const { result } = await rig.ask({ messages: [...messages] })
    const cache_control = { type: 'ephemeral' }
    expect(sent()?.body).toMatchObject({ system: [{ type: 'text', text: long, cache_control }] })
    expect(sent()?.body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'First?' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Yes.', cache_control }] },
      { role: 'user', content: [{ type: 'text', text: 'Second?' }] },
    ])
    expect(result?.usage).toEqual({ inputTokens: 911, cachedInputTokens: 900, outputTokens: 7 })
  })

  test('is asked without these marks if it refuses them', async () => {
    const messages = [
      { role: 'system', content: 'A long handbook. '.repeat(300) },
      { role: 'user', content: 'First?' },
    ] as const
    rig.provider.play(
      error(400, 'invalid_request_error', 'system.0.cache_control: Extra inputs are not permitted'),
      messageAnswering('fine'),
    )
    const { text } = await rig.ask({ deploymentName: 'claude-without-cache', messages: [...messages] })
    expect(text).toBe('fine')
    expect(JSON.stringify(sent()?.body)).not.toContain('cache_control')
  })

  test('receives its headers, a separate system text, and messages with alternating roles', async () => {
    rig.provider.play(messageAnswering('fine'))
    await rig.ask({
      deploymentName: 'claude-sonnet-4-5',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'First?' },
        { role: 'user', content: 'Second?' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'assistant', content: ' ' },
        { role: 'user', content: 'Third?' },
      ],
    })
    expect(sent()?.url).toBe('/v1/messages')
    expect(sent()?.headers).toMatchObject({ 'x-api-key': 'ant-key', 'anthropic-version': '2023-06-01' })
    expect(sent()?.headers.authorization).toBeUndefined()
    expect(sent()?.body).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 77,
      system: 'Be kind.\n\nBe brief.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'First?' },
            { type: 'text', text: 'Second?' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Third?' }] },
      ],
      temperature: 0.3,
      stream: true,
    })
  })

  test('returns its text in order, and usage from the start and the end', async () => {
    const begin = messageEvent('message_start', {
      message: {
        usage: {
          input_tokens: 10,
          cache_creation_input_tokens: 20,
          cache_read_input_tokens: 30,
          output_tokens: 1,
        },
      },
    })
    rig.provider.play({ actions: [begin, ...textBlock('one two'), ...messageEnd()] })
    const { text, result } = await rig.ask()
    expect(text).toBe('one two')
    expect(result).toMatchObject({ finish: 'Stop', usage: { inputTokens: 60, outputTokens: 7 } })
  })

  test('caps the temperature at its maximum and sends only one of two sampling parameters', async () => {
    rig.provider.play(messageAnswering('fine'))
    await rig.ask({ temperature: 1.7, topP: 0.5 })
    expect(sent()?.body).toMatchObject({ temperature: 1 })
    expect(sent()?.body).not.toHaveProperty('top_p')
    await rig.ask({ temperature: 1, topP: 0.5 })
    expect(sent()?.body).toMatchObject({ top_p: 0.5 })
    expect(sent()?.body).not.toHaveProperty('temperature')
  })

  test.each([
    ['end_turn', 'Stop'],
    ['stop_sequence', 'Stop'],
    ['pause_turn', 'Stop'],
    ['max_tokens', 'Length'],
    ['model_context_window_exceeded', 'Length'],
  ])('maps the stop reason %s to %s', async (reason, finish) => {
    rig.provider.play(ending(reason))
    expect((await rig.ask()).result?.finish).toBe(finish)
  })

  test('treats a refusal in the middle as a content filter and keeps the text so far', async () => {
    rig.provider.play(ending('refusal'))
    expect(await rig.ask()).toMatchObject({ code: 'engine.filtered', text: 'so far', calls: 1 })
  })

  test.each<[status: number, type: string, message: string, code: string, calls: number]>([
    [401, 'authentication_error', 'invalid x-api-key', 'engine.key', 1],
    [403, 'permission_error', 'not yours', 'engine.key', 1],
    [404, 'not_found_error', 'model: claude-none', 'engine.deployment', 1],
    [
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API.',
      'engine.credit',
      1,
    ],
    [402, 'billing_error', 'pay', 'engine.credit', 1],
    [
      400,
      'invalid_request_error',
      'prompt is too long: 210000 tokens > 200000 maximum',
      'engine.contextLength',
      1,
    ],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'engine.contextLength', 1],
    [400, 'invalid_request_error', 'messages: something else', 'engine.refused', 1],
    [429, 'rate_limit_error', 'slow down', 'engine.busy', 3],
    [529, 'overloaded_error', 'Overloaded', 'engine.busy', 3],
    [500, 'api_error', 'Internal server error', 'engine.failed', 3],
  ])('maps status %i %s “%s” to %s', async (status, type, message, code, calls) => {
    rig.provider.play(error(status, type, message))
    expect(await rig.ask()).toMatchObject({ code, calls, text: '' })
  })

  test('retries an overload inside the stream only before the first token', async () => {
    const overloaded = messageEvent('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })
    rig.provider.play({ actions: [messageStart, overloaded] }, messageAnswering('then it works'))
    expect(await rig.ask()).toMatchObject({ code: '', text: 'then it works', calls: 2 })
    rig.provider.play(
      { actions: [messageStart, ...textBlock('half'), overloaded] },
      messageAnswering('again'),
    )
    expect(await rig.ask()).toMatchObject({ code: 'engine.busy', text: 'half', calls: 1 })
  })

  test('counts pings as silence', async () => {
    const pings: Action[] = Array.from({ length: 20 }, (): Action[] => [
      { waitMs: 50 },
      messageEvent('ping'),
    ]).flat()
    rig.provider.play({ actions: [messageStart, ...textBlock('then nothing'), ...pings, ...messageEnd()] })
    const limits = { ...patient, silenceMs: 250 }
    expect(await rig.ask({}, { limits })).toMatchObject({ code: 'engine.silence', text: 'then nothing' })
  })
})

describe('thinking with Anthropic', () => {
  const effort = (deploymentName: string, reasoningEffort: 'Low' | 'Medium' | 'High' = 'High') =>
    rig.ask({ deploymentName, reasoningEffort, maxTokens: 1000 })

  test.each([
    ['claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 32_768 }, max_tokens: 33_768 }],
    ['claude-opus-4-1', { thinking: { type: 'enabled', budget_tokens: 31_000 }, max_tokens: 32_000 }],
    [
      'claude-opus-4-7',
      {
        thinking: { type: 'adaptive', display: 'summarized' },
        output_config: { effort: 'high' },
        max_tokens: 33_768,
      },
    ],
  ])(
    'of %s is requested in the matching form, with room for it and without temperature',
    async (name, expected) => {
      rig.provider.play(messageAnswering('fine'))
      await effort(name)
      expect(sent()?.body).toMatchObject(expected)
      expect(sent()?.body).not.toHaveProperty('temperature')
      expect(sent()?.body).not.toHaveProperty('top_p')
    },
  )

  test('is not requested from a model that can’t think', async () => {
    rig.provider.play(messageAnswering('fine'))
    await effort('claude-3-5-haiku-latest')
    expect(sent()?.body).toMatchObject({ max_tokens: 1000, temperature: 0.3 })
    expect(sent()?.body).not.toHaveProperty('thinking')
  })

  test('is requested in the other form if the model rejects one, also from then on', async () => {
    const refusal = error(
      400,
      'invalid_request_error',
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort".',
    )
    rig.provider.play(refusal, messageAnswering('fine'))
    const engine = rig.engine()
    const request = { deploymentName: 'claude-odd-4-5', reasoningEffort: 'Low' as const }
    expect(await rig.ask(request, { engine })).toMatchObject({ text: 'fine', calls: 2 })
    expect(sent()?.body).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort: 'low' } })
    expect(await rig.ask(request, { engine })).toMatchObject({ text: 'fine', calls: 1 })
  })

  test('is separate from the text', async () => {
    rig.provider.play({
      actions: [
        messageStart,
        ...messageBlock(0, { type: 'thinking', thinking: '', signature: '' }, [
          { type: 'thinking_delta', thinking: 'Hm, ' },
          { type: 'thinking_delta', thinking: 'well' },
          { type: 'signature_delta', signature: 'c2ln' },
        ]),
        ...messageBlock(1, { type: 'text', text: '' }, [{ type: 'text_delta', text: 'So.' }]),
        ...messageEnd(),
      ],
    })
    expect(await effort('claude-sonnet-4-5')).toMatchObject({ thinking: 'Hm, well', text: 'So.', code: '' })
  })

  test('that is hidden can last longer than the silence limit', async () => {
    const open = messageEvent('content_block_start', {
      index: 0,
      content_block: { type: 'thinking', thinking: '' },
    })
    rig.provider.play({
      actions: [messageStart, open, { waitMs: 1500 }, ...textBlock('At last.'), ...messageEnd()],
    })
    const limits = { ...patient, silenceMs: 700 }
    const asked = await rig.ask({ deploymentName: 'claude-opus-5-5' }, { limits })
    expect(asked).toMatchObject({ code: '', text: 'At last.' })
  })
})

test.each([
  [
    'signatures',
    messageBlock(
      0,
      { type: 'thinking', thinking: '' },
      Array.from({ length: 5 }, () => ({ type: 'signature_delta', signature: 'x'.repeat(4_000_000) })),
    ),
  ],
  [
    'hidden thoughts',
    [0, 1, 2, 3, 4].flatMap((at) =>
      messageBlock(at, { type: 'redacted_thinking', data: 'x'.repeat(4_000_000) }, []),
    ),
  ],
])('endless %s are malformed', async (_what, blocks) => {
  rig.provider.play({ actions: [messageStart, ...blocks, ...messageEnd('end_turn')] })
  expect(await rig.ask()).toMatchObject({ code: 'engine.malformed' })
})
