import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineRig, startEngineRig } from '../testing/engineRig.ts'
import {
  type Action,
  answering,
  chunk,
  messageAnswering,
  messageBlock,
  messageEnd,
  messageStart,
  type Script,
} from '../testing/scriptedProvider.ts'
import { createAnthropicEngine } from './anthropic.ts'
import type { Message, Tool, ToolCall } from './engine.ts'
import { createOpenAiCompatibleEngine } from './openaiCompatible.ts'

let chat: EngineRig
let messages: EngineRig
beforeAll(async () => {
  chat = await startEngineRig('OpenAICompatible', (origin, needs) =>
    createOpenAiCompatibleEngine({ baseUrl: `${origin}/v1`, apiKey: null }, needs),
  )
  messages = await startEngineRig('Anthropic', (baseUrl, needs) =>
    createAnthropicEngine({ baseUrl, apiKey: 'k' }, needs),
  )
})
afterAll(async () => {
  await chat.close()
  await messages.close()
})

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools: Tool[] = [{ name: 'weather', description: 'The weather of a city.', parameters }]

const piece = (fields: object) => chunk({ tool_calls: [fields] })
const end = (finish = 'tool_calls'): Action[] => [chunk({}, finish), { write: 'data: [DONE]\n\n' }]
const whole = (index: number | undefined, id: string, city: string) =>
  piece({ index, id, type: 'function', function: { name: 'weather', arguments: `{"city":"${city}"}` } })
const lyon = { id: 'a', name: 'weather', input: '{"city":"Lyon"}' }
const paris = { id: 'b', name: 'weather', input: '{"city":"Paris"}' }

/** What a model wrote of its calls. A call without input is completed. */
const writtenOf = (calls: readonly ToolCall[] = []) => calls.map(({ input }) => (input === '{}' ? '' : input))

describe('tool calls of chat completions', () => {
  test('are offered as functions', async () => {
    chat.provider.play(answering('fine'))
    await chat.ask({ tools })
    expect(chat.provider.calls.at(-1)?.body.tools).toEqual([
      { type: 'function', function: { name: 'weather', description: 'The weather of a city.', parameters } },
    ])
    await chat.ask()
    expect(chat.provider.calls.at(-1)?.body).not.toHaveProperty('tools')
  })

  test.each<[name: string, actions: Action[], expected: object]>([
    [
      'in pieces with an index, after text',
      [
        chunk({ content: 'Let me look.' }),
        piece({ index: 0, id: 'a', type: 'function', function: { name: 'weather', arguments: '' } }),
        piece({ index: 0, function: { arguments: '{"city"' } }),
        piece({ index: 0, function: { arguments: ':"Lyon"}' } }),
        ...end(),
      ],
      { text: 'Let me look.', toolCalls: [lyon], finish: 'ToolCalls' },
    ],
    [
      'several at once, with interleaved pieces and indexes in any order',
      [
        piece({ index: 1, id: 'b', function: { name: 'weather', arguments: '{"city":' } }),
        piece({ index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":' } }),
        piece({ index: 1, function: { arguments: '"Paris"}' } }),
        piece({ index: 0, function: { arguments: '"Lyon"}' } }),
        ...end(),
      ],
      { toolCalls: [lyon, paris], finish: 'ToolCalls' },
    ],
    [
      'without an index',
      [whole(undefined, 'a', 'Lyon'), whole(undefined, 'b', 'Paris'), ...end()],
      { toolCalls: [lyon, paris], finish: 'ToolCalls' },
    ],
    [
      'with the same index',
      [whole(0, 'a', 'Lyon'), whole(0, 'b', 'Paris'), ...end()],
      { toolCalls: [lyon, paris], finish: 'ToolCalls' },
    ],
    [
      'with the finish reason “stop”',
      [whole(0, 'a', 'Lyon'), ...end('stop')],
      { toolCalls: [lyon], finish: 'ToolCalls' },
    ],
    [
      'with an object instead of text as input',
      [piece({ index: 0, id: 'a', function: { name: 'weather', arguments: { city: 'Lyon' } } }), ...end()],
      { toolCalls: [lyon], finish: 'ToolCalls' },
    ],
    [
      'with the name repeated in each piece',
      [
        piece({ index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":' } }),
        piece({ index: 0, id: 'a', function: { name: 'weather', arguments: '"Lyon"}' } }),
        ...end(),
      ],
      { toolCalls: [lyon], finish: 'ToolCalls' },
    ],
    [
      'without an id or an input',
      [piece({ index: 0, function: { name: 'weather' } }), ...end()],
      { toolCalls: [{ id: 'call_1', name: 'weather', input: '{}' }], finish: 'ToolCalls' },
    ],
    [
      'with input that isn’t JSON, which is passed on unchanged',
      [piece({ index: 0, id: 'a', function: { name: 'weather', arguments: '{city: Lyon' } }), ...end()],
      { toolCalls: [{ ...lyon, input: '{city: Lyon' }], finish: 'ToolCalls' },
    ],
    [
      'cut off by the length limit',
      [piece({ index: 0, id: 'a', function: { name: 'weather', arguments: '{"ci' } }), ...end('length')],
      { toolCalls: [{ ...lyon, input: '{"ci' }], finish: 'Length' },
    ],
    [
      'without a name, which are ignored',
      [
        chunk({ content: 'Hm.' }),
        piece({ index: 0, id: 'a', function: { arguments: '{}' } }),
        ...end('stop'),
      ],
      { text: 'Hm.', toolCalls: [], finish: 'Stop' },
    ],
  ])('arrive %s', async (_name, actions, expected) => {
    chat.provider.play({ actions })
    const { text, result, code, inputs } = await chat.ask({ tools })
    expect(code).toBe('')
    expect({ text, toolCalls: result?.toolCalls, finish: result?.finish }).toMatchObject(expected)
    expect(inputs).toEqual(expect.arrayContaining(writtenOf(result?.toolCalls)))
  })

  test('and their results are sent back with their IDs and the thinking before them', async () => {
    const thought = { reasoning_content: 'A city.' }
    chat.provider.play({ actions: [chunk(thought), whole(0, 'a', 'Lyon'), ...end()] }, answering('Sunny.'))
    const first = await chat.ask({ tools })
    const asked: Message[] = [
      { role: 'user', content: 'And in Lyon?' },
      {
        role: 'assistant',
        content: '',
        toolCalls: first.result?.toolCalls ?? [],
        carried: first.result?.carried,
      },
      { role: 'tool', toolCallId: 'a', content: 'sun' },
    ]
    expect(await chat.ask({ tools, messages: asked })).toMatchObject({ text: 'Sunny.' })
    expect(chat.provider.calls.at(-1)?.body.messages).toEqual([
      { role: 'user', content: 'And in Lyon?' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'A city.',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":"Lyon"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'sun' },
    ])
  })

  test('a call interrupted within a tool’s input is retried: no one has seen any of it', async () => {
    const cut: Script = {
      actions: [
        piece({ index: 0, id: 'x', function: { name: 'weather', arguments: '{"ci' } }),
        { waitMs: 20 },
        'cut',
      ],
    }
    chat.provider.play(cut, { actions: [whole(0, 'a', 'Lyon'), ...end()] })
    const { result, calls } = await chat.ask({ tools })
    expect({ toolCalls: result?.toolCalls, calls }).toEqual({ toolCalls: [lyon], calls: 2 })
  })

  test.each([
    [400, '{"error":{"message":"tiny:latest does not support tools","type":"api_error"}}'],
    [400, '{"error":"tiny does not support tools"}'],
    [
      400,
      '{"object":"error","message":"\\"auto\\" tool choice requires --enable-auto-tool-choice to be set","code":400}',
    ],
    [422, '{"detail":[{"loc":["body","tools"],"msg":"Extra inputs are not permitted"}]}'],
    [404, '{"error":{"message":"No endpoints found that support tool use.","code":404}}'],
  ])(
    'a server that rejects tools with %i %s is called without them, also from then on',
    async (status, text) => {
      const engine = chat.engine()
      chat.provider.play({ status, actions: [{ write: text }] }, answering('without'))
      expect(await chat.ask({ tools }, { engine })).toMatchObject({ text: 'without', code: '', calls: 2 })
      expect(chat.provider.calls.at(-1)?.body).not.toHaveProperty('tools')
      expect(await chat.ask({ tools }, { engine })).toMatchObject({ text: 'without', calls: 1 })
      expect(await chat.ask({ tools, deploymentName: 'other' }, { engine })).toMatchObject({ calls: 1 })
      expect(chat.provider.calls.at(-1)?.body).toHaveProperty('tools')
    },
  )
})

describe('tool calls of the messages format', () => {
  const use = (index: number, id: string, pieces: string[]) =>
    messageBlock(
      index,
      { type: 'tool_use', id, name: 'weather', input: {} },
      pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    )
  const thinking = (index: number) =>
    messageBlock(index, { type: 'thinking', thinking: '', signature: '' }, [
      { type: 'thinking_delta', thinking: 'A city.' },
      { type: 'signature_delta', signature: 'c2ln' },
    ])
  const redacted = messageBlock(1, { type: 'redacted_thinking', data: 'opaque' }, [])
  const said = messageBlock(2, { type: 'text', text: '' }, [{ type: 'text_delta', text: 'Let me look.' }])

  test('are joined and sent back complete: signed thinking in place, results with their errors', async () => {
    messages.provider.play(
      {
        actions: [
          messageStart,
          ...thinking(0),
          ...redacted,
          ...said,
          ...use(3, 'toolu_1', ['{"city"', ':"Lyon"}']),
          ...use(4, 'toolu_2', []),
          ...messageEnd('tool_use'),
        ],
      },
      messageAnswering('Sunny.'),
    )
    const first = await messages.ask({ tools })
    expect(first).toMatchObject({ code: '', text: 'Let me look.', thinking: 'A city.' })
    const toolCalls = [
      { id: 'toolu_1', name: 'weather', input: '{"city":"Lyon"}' },
      { id: 'toolu_2', name: 'weather', input: '{}' },
    ]
    expect(first.result).toMatchObject({ finish: 'ToolCalls', toolCalls })
    expect(messages.provider.calls.at(-1)?.body.tools).toEqual([
      { name: 'weather', description: 'The weather of a city.', input_schema: parameters },
    ])
    await messages.ask({
      tools,
      messages: [
        { role: 'user', content: 'And in Lyon?' },
        { role: 'assistant', content: 'Let me look.', toolCalls, carried: first.result?.carried },
        { role: 'tool', toolCallId: 'toolu_1', content: 'sun' },
        { role: 'tool', toolCallId: 'toolu_2', content: 'Which city?', isError: true },
      ],
    })
    expect(messages.provider.calls.at(-1)?.body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'And in Lyon?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'A city.', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'opaque' },
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Lyon' } },
          { type: 'tool_use', id: 'toolu_2', name: 'weather', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'sun' },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'Which city?', is_error: true },
        ],
      },
    ])
  })

  test('that were cut off are passed on unchanged, and sent back as an object', async () => {
    messages.provider.play({
      actions: [messageStart, ...use(0, 'toolu_1', ['{"ci']), ...messageEnd('max_tokens')],
    })
    const { result, inputs } = await messages.ask({ tools })
    expect(inputs).toEqual(writtenOf(result?.toolCalls))
    expect(result).toMatchObject({ finish: 'Length', toolCalls: [{ id: 'toolu_1', input: '{"ci' }] })
    messages.provider.play(messageAnswering('Sorry.'))
    const toolCalls = result?.toolCalls ?? []
    await messages.ask({
      tools,
      messages: [
        { role: 'user', content: 'And in Lyon?' },
        { role: 'assistant', content: '', toolCalls },
        { role: 'tool', toolCallId: 'toolu_1', content: 'The input was cut.', isError: true },
      ],
    })
    expect(messages.provider.calls.at(-1)?.body).toMatchObject({
      messages: [
        {},
        { content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }] },
        { content: [{ type: 'tool_result', is_error: true }] },
      ],
    })
  })

  test('from earlier turns are still declared if none can be called any more', async () => {
    messages.provider.play(messageAnswering('Enough.'))
    const toolCalls = [{ id: 'toolu_1', name: 'weather', input: '{}' }]
    await messages.ask({
      messages: [
        { role: 'user', content: 'And in Lyon?' },
        { role: 'assistant', content: '', toolCalls },
        { role: 'tool', toolCallId: 'toolu_1', content: 'sun' },
      ],
    })
    expect(messages.provider.calls.at(-1)?.body).toMatchObject({
      tools: [{ name: 'weather' }],
      tool_choice: { type: 'none' },
    })
  })
})
