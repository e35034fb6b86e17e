import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineRig, patient, startEngineRig } from '../testing/engineRig.ts'
import { type Action, answering, chunk } from '../testing/scriptedProvider.ts'
import { createOpenAiEngine } from './openai.ts'
import { ThinkTags } from './thinkTags.ts'

let rig: EngineRig
beforeAll(async () => {
  rig = await startEngineRig('OpenAI', (origin, needs) =>
    createOpenAiEngine({ baseUrl: `${origin}/v1`, apiKey: 'k' }, needs),
  )
})
afterAll(() => rig.close())

const end: Action[] = [chunk({}, 'stop'), { write: 'data: [DONE]\n\n' }]
const sent = () => rig.provider.calls.at(-1)?.body
const sampling = ['temperature', 'top_p', 'frequency_penalty']

describe('data that is only sent back', () => {
  test('is limited: a provider that sends it endlessly is malformed', async () => {
    const detail = chunk({
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'x'.repeat(4_000_000) }],
    })
    rig.provider.play({ actions: [detail, detail, detail, ...end] })
    expect(await rig.ask()).toMatchObject({ code: 'engine.empty' })
    rig.provider.play({ actions: [detail, detail, detail, detail, ...end] })
    expect(await rig.ask()).toMatchObject({ code: 'engine.malformed' })
  })
})

describe('the reasoning effort', () => {
  test('is sent as set, and a reasoning model gets no sampling parameters and room to think', async () => {
    rig.provider.play(answering('fine'))
    await rig.ask({ deploymentName: 'gpt-5-mini', reasoningEffort: 'High', maxTokens: 100 })
    expect(sent()).toMatchObject({ reasoning_effort: 'high', max_completion_tokens: 100 + 32_768 })
    for (const name of sampling) expect(sent()).not.toHaveProperty(name)
    await rig.ask({ deploymentName: 'o3', maxTokens: 100_000 })
    expect(sent()).toMatchObject({ max_completion_tokens: 100_000 })
    expect(sent()).not.toHaveProperty('reasoning_effort')
  })

  test('is not sent if it is not set, and other models get their sampling parameters', async () => {
    rig.provider.play(answering('fine'))
    await rig.ask({ deploymentName: 'gpt-4o', maxTokens: 100 })
    expect(sent()).toMatchObject({ temperature: 0.3, top_p: 0.9, max_completion_tokens: 100 })
    expect(sent()).not.toHaveProperty('reasoning_effort')
  })

  test.each([
    ['temperature', "Unsupported value: 'temperature' does not support 0.3 with this model.", 'temperature'],
    ['top_p', "Unsupported parameter: 'top_p' is not supported with this model.", null],
    ['reasoning_effort', 'Unrecognized request argument supplied: reasoning_effort', null],
    ['stream_options', 'Extra inputs are not permitted: stream_options', null],
  ])('omits %s if a deployment rejects it, also from then on', async (name, message, param) => {
    const refusal = { error: { message, type: 'invalid_request_error', param, code: 'unsupported' } }
    const engine = rig.engine()
    rig.provider.play({ status: 400, actions: [{ write: JSON.stringify(refusal) }] }, answering('fine'))
    const request = { deploymentName: 'unknown', reasoningEffort: 'Low' } as const
    expect(await rig.ask(request, { engine })).toMatchObject({ text: 'fine', code: '', calls: 2 })
    expect(sent()).not.toHaveProperty(name)
    expect(sent()).toHaveProperty('frequency_penalty')
    expect(await rig.ask(request, { engine })).toMatchObject({ text: 'fine', calls: 1 })
  })

  test('switches the name of the token limit if a deployment rejects one', async () => {
    const refusal = {
      error: {
        message:
          "Unsupported parameter: 'max_completion_tokens' is not supported with this model. Use 'max_tokens' instead.",
        param: 'max_completion_tokens',
      },
    }
    rig.provider.play({ status: 400, actions: [{ write: JSON.stringify(refusal) }] }, answering('fine'))
    expect(await rig.ask()).toMatchObject({ text: 'fine', calls: 2 })
    expect(sent()).toMatchObject({ max_tokens: 77 })
    expect(sent()).not.toHaveProperty('max_completion_tokens')
  })

  test.each([
    ['max_tokens is too large: 9000. This model supports at most 4096 completion tokens.', 4096],
    ['max_tokens: 9000 > 8192, which is the maximum allowed number of output tokens for this', 8192],
    ['Invalid max_tokens value, the valid range of max_tokens is [1, 8000]', 8000],
  ])('remembers a limit that the deployment names: “%s”', async (message, most) => {
    const engine = rig.engine()
    rig.provider.play(
      { status: 400, actions: [{ write: JSON.stringify({ error: { message } }) }] },
      answering('fine'),
    )
    expect(await rig.ask({ maxTokens: 9000 }, { engine })).toMatchObject({ text: 'fine', calls: 2 })
    expect(sent()).toMatchObject({ max_completion_tokens: most })
    await rig.ask({ maxTokens: 9000 }, { engine })
    expect(sent()).toMatchObject({ max_completion_tokens: most })
  })

  test('does not retry a rejected request if nothing can be omitted', async () => {
    const refusal = { error: { message: 'Invalid value for messages.', param: 'messages' } }
    rig.provider.play({ status: 400, actions: [{ write: JSON.stringify(refusal) }] })
    expect(await rig.ask()).toMatchObject({ code: 'engine.refused', calls: 1 })
  })
})

describe('the thinking of a model', () => {
  test.each<[name: string, deltas: object[]]>([
    ['reasoning_content', [{ reasoning_content: 'Hm, ' }, { reasoning_content: 'well' }, { content: 'So.' }]],
    ['reasoning', [{ reasoning: 'Hm, ' }, { reasoning: 'well', content: '' }, { content: 'So.' }]],
    [
      'parts',
      [
        { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm, well' }] }] },
        { content: [{ type: 'text', text: 'So.' }] },
      ],
    ],
    ['tags', [{ content: '<thi' }, { content: 'nk>Hm, well</th' }, { content: 'ink>\n\nSo.' }]],
  ])('is separate from the text, from %s', async (_name, deltas) => {
    rig.provider.play({ actions: [...deltas.map((delta) => chunk(delta)), ...end] })
    expect(await rig.ask()).toMatchObject({ thinking: 'Hm, well', text: 'So.', code: '' })
  })

  test('without an answer counts as no answer', async () => {
    rig.provider.play({ actions: [chunk({ reasoning_content: 'Hm' }), ...end] })
    expect(await rig.ask()).toMatchObject({ thinking: 'Hm', code: 'engine.empty', calls: 1 })
  })

  test('up to the limit counts as a cut answer', async () => {
    rig.provider.play({
      actions: [chunk({ reasoning_content: 'Hm' }), chunk({}, 'length'), { write: 'data: [DONE]\n\n' }],
    })
    expect((await rig.ask()).result).toMatchObject({ finish: 'Length' })
  })

  test('can exceed the first-token limit if the model is known to think', async () => {
    rig.provider.play({ actions: [{ waitMs: 600 }, { delta: 'At last.' }, 'done'] })
    const limits = { ...patient, firstTokenMs: 200 }
    expect(await rig.ask({ deploymentName: 'o3' }, { limits })).toMatchObject({ text: 'At last.', code: '' })
    expect(await rig.ask({ deploymentName: 'gpt-4o' }, { limits })).toMatchObject({
      code: 'engine.firstTokenTimeout',
    })
  })

  test('can last as long if the name gives no hint and an effort is set', async () => {
    rig.provider.play({ actions: [{ waitMs: 600 }, { delta: 'At last.' }, 'done'] })
    const limits = { ...patient, firstTokenMs: 200 }
    const request = { deploymentName: 'team-a', reasoningEffort: 'Low', maxTokens: 100 } as const
    expect(await rig.ask(request, { limits })).toMatchObject({ text: 'At last.', code: '' })
    expect(sent()).toMatchObject({ max_completion_tokens: 100 + 4_096 })
  })
})

describe('thinking in tags', () => {
  function apart(pieces: string[]) {
    const found = { text: '', thinking: '' }
    const tags = new ThinkTags(
      (text) => {
        found.text += text
      },
      (text) => {
        found.thinking += text
      },
    )
    for (const piece of pieces) tags.take(piece)
    tags.end()
    return found
  }

  test.each([
    ['<think>a</think>b', { text: 'b', thinking: 'a' }],
    ['\n <think>\na < b</think>\n\n b', { text: 'b', thinking: '\na < b' }],
    ['Use <think>a</think> like this', { text: 'Use <think>a</think> like this', thinking: '' }],
    ['<thinking> is a word', { text: '<thinking> is a word', thinking: '' }],
    ['<think>never closed </thin', { text: '', thinking: 'never closed </thin' }],
    ['<thi', { text: '<thi', thinking: '' }],
    ['plain', { text: 'plain', thinking: '' }],
    ['<think></think>b', { text: 'b', thinking: '' }],
  ])('%j, in one chunk and in single characters', (whole, expected) => {
    expect(apart([whole])).toEqual(expected)
    expect(apart([...whole])).toEqual(expected)
  })
})
