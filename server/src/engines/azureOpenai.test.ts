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
/** As Azure streams: what its filter says of the prompt first, without a choice. */
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
    // What an asynchronous filter says comes beside the text, in choices without a delta.
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
  ])('with the version %s is asked at %s, with its own header for the key', async (version, url) => {
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
    'takes the address of its resource with “%s” behind it',
    async (end) => {
      apiVersion = 'v1'
      baseUrl = (origin) => `${origin}${end}`
      rig.provider.play(answer)
      expect((await rig.ask()).text).toBe('From Azure')
      expect(rig.provider.calls.at(-1)?.url).toBe('/openai/v1/chat/completions')
      baseUrl = (origin) => origin
    },
  )

  test('that refuses a prompt by its content filter is told apart, and not asked again', async () => {
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

  test('that filters in the middle of an answer keeps what came', async () => {
    rig.provider.play({
      actions: [chunk({ content: 'As far as ' }), chunk({}, 'content_filter'), { write: 'data: [DONE]\n\n' }],
    })
    expect(await rig.ask()).toMatchObject({ code: 'engine.filtered', text: 'As far as ', calls: 1 })
  })

  test('without the deployment says so', async () => {
    const missing = { error: { code: 'DeploymentNotFound', message: 'The API deployment does not exist.' } }
    rig.provider.play({ status: 404, actions: [{ write: JSON.stringify(missing) }] })
    expect(await rig.ask()).toMatchObject({ code: 'engine.deployment', calls: 1 })
  })
})
