import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineRig, startEngineRig } from '../testing/engineRig.ts'
import { chunk, type Script } from '../testing/scriptedProvider.ts'
import { createAzureOpenAiEngine } from './azureOpenai.ts'

let rig: EngineRig
let baseUrl = (origin: string) => origin
let apiVersion = '2024-10-21'

beforeAll(async () => {
  rig = await startEngineRig('AzureOpenAI', (origin, needs) =>
    createAzureOpenAiEngine({ baseUrl: baseUrl(origin), apiKey: 'azure-key', apiVersion }, needs),
  )
})
afterAll(() => rig.close())

const safe = { hate: { filtered: false, severity: 'safe' } }
/** A stream like Azure's: the filter results for the prompt come first, without a choice. */
const answer: Script = {
  actions: [
    {
      write: `data: ${JSON.stringify({
        choices: [],
        id: '',
        model: '',
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: safe }],
      })}\n\n`,
    },
    chunk({ role: 'assistant', content: '', refusal: null }),
    chunk({ content: 'From Azure' }),
    // An asynchronous filter sends its results next to the text, in choices without a delta.
    {
      write: `data: ${JSON.stringify({
        choices: [
          {
            index: 0,
            finish_reason: null,
            content_filter_results: safe,
            content_filter_offsets: { check_offset: 0, start_offset: 0, end_offset: 10 },
          },
        ],
      })}\n\n`,
    },
    chunk({}, 'stop'),
    {
      write: `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } })}\n\n`,
    },
    { write: 'data: [DONE]\n\n' },
  ],
}

describe('Azure', () => {
  test.each([
    ['2024-10-21', '/openai/deployments/my%20model/chat/completions?api-version=2024-10-21'],
    ['v1', '/openai/v1/chat/completions'],
  ])('with version %s is called at %s, with its own header for the key', async (version, url) => {
    apiVersion = version
    rig.provider.play(answer)
    const { text, result } = await rig.ask({ deploymentName: 'my model' })
    expect({ text, usage: result?.usage }).toEqual({
      text: 'From Azure',
      usage: { inputTokens: 5, outputTokens: 2 },
    })
    const call = rig.provider.calls.at(-1)
    expect(call?.url).toBe(url)
    expect(call?.headers['api-key']).toBe('azure-key')
    expect(call?.headers.authorization).toBeUndefined()
    expect(call?.body).toMatchObject({ model: 'my model', max_completion_tokens: 77 })
  })

  test.each(['', '/', '/openai', '/openai/v1', '/openai/v1/'])(
    'accepts the URL of its resource followed by “%s”',
    async (end) => {
      apiVersion = 'v1'
      baseUrl = (origin) => `${origin}${end}`
      rig.provider.play(answer)
      expect((await rig.ask()).text).toBe('From Azure')
      expect(rig.provider.calls.at(-1)?.url).toBe('/openai/v1/chat/completions')
      baseUrl = (origin) => origin
    },
  )

  test('reports a prompt refused by its content filter as such, without a retry', async () => {
    const refusal = {
      error: {
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: {
          code: 'ResponsibleAIPolicyViolation',
          content_filter_result: { violence: { filtered: true, severity: 'medium' } },
        },
      },
    }
    rig.provider.play({ status: 400, actions: [{ write: JSON.stringify(refusal) }] })
    expect(await rig.ask()).toMatchObject({ code: 'engine.filtered', text: '', calls: 1 })
  })

  test('keeps the text so far if it filters in the middle of an answer', async () => {
    rig.provider.play({
      actions: [chunk({ content: 'As far as ' }), chunk({}, 'content_filter'), { write: 'data: [DONE]\n\n' }],
    })
    expect(await rig.ask()).toMatchObject({ code: 'engine.filtered', text: 'As far as ', calls: 1 })
  })

  test('reports a missing deployment', async () => {
    const missing = { error: { code: 'DeploymentNotFound', message: 'The API deployment does not exist.' } }
    rig.provider.play({ status: 404, actions: [{ write: JSON.stringify(missing) }] })
    expect(await rig.ask()).toMatchObject({ code: 'engine.deployment', calls: 1 })
  })
})
