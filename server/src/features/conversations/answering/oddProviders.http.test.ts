import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, openStream, textOf } from '../../../testing/client.ts'
import { patient } from '../../../testing/engineRig.ts'
import { type OddScript, oddScripts } from '../../../testing/oddBytes.ts'
import {
  answering,
  messageAnswering,
  type ScriptedProvider,
  startScriptedProvider,
} from '../../../testing/scriptedProvider.ts'

const base = '/api/internal/userConversations'
const key = 'sk-planted-in-the-settings'
/**
 * The limits are generous enough for a loaded machine. If a script ends only by a limit, that limit is short.
 */
const limits = { ...patient }
const limitsFor = ({ isSilent, text }: OddScript) =>
  isSilent ? (text === '' ? { firstTokenMs: 200 } : { silenceMs: 200 }) : {}
let app: TestApplication
let provider: ScriptedProvider

beforeAll(async () => {
  provider = await startScriptedProvider()
  app = await startTestApplication({
    environment: {
      COMPATIBLE_BASE_URL: provider.baseUrl,
      COMPATIBLE_API_KEY: key,
      COMPATIBLE_DEPLOYMENTS: 'odd',
      ANTHROPIC_BASE_URL: provider.origin,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_DEPLOYMENTS: 'odd',
    },
    providerLimits: limits,
  })
})
afterAll(async () => {
  await app?.remove()
  await provider?.close()
})

/** Returns what the database can store of a text: no NUL, and no half of a surrogate pair at the end. */
const storable = (text: string) => text.replaceAll('\u0000', '\ufffd').replace(/[\ud800-\udbff]$/, '')

describe.each([
  ['OpenAICompatible', 'chatCompletions', answering('Well again.')],
  ['Anthropic', 'messages', messageAnswering('Well again.')],
] as const)('an odd %s provider', (languageEngine, format, good) => {
  let agentId: string
  beforeAll(async () => {
    agentId = await publishAgent(app, languageEngine, { languageEngine, deploymentName: 'odd' })
  })

  async function ask() {
    const token = await app.token('anna')
    const body = { question: 'Which planted question?' }
    const stream = await openStream(app, `${base}/byGptSystemId/${agentId}`, { token, body })
    await stream.ended
    const first = stream.events[0]
    if (first?.event !== 'conversation-and-segment-id')
      throw new Error('The stream didn’t start with the IDs.')
    const path = `${base}/${first.data.conversationId}/segments`
    const stored = await call<{ items: { answer: string; status: string }[] }>(app, path, { token })
    const error = stream.events.find((event) => event.event === 'error')
    return {
      text: textOf(stream.events),
      code: error ? error.data.code : null,
      end: stream.events.at(-1),
      stored: stored.body.items[0],
    }
  }

  test.each(oddScripts(format))('[S42] is reported accurately: $name', async (odd: OddScript) => {
    const { script, code, text } = odd
    Object.assign(limits, patient, limitsFor(odd))
    provider.play(script)
    const asked = await ask()
    expect({ text: asked.text, code: asked.code }).toEqual({ text: storable(text), code })
    const status = code === null ? 'Completed' : 'Failed'
    expect(asked.end).toMatchObject({ event: 'no-more-data', data: { status } })
    expect(asked.stored).toMatchObject({ answer: storable(text), status })
  })

  test('is asked again as if nothing had happened', async () => {
    provider.play(good)
    expect(await ask()).toMatchObject({ text: 'Well again.', code: null })
  })

  test('leaves neither the key nor the question in the log', () => {
    const whole = app.logged.join('\n')
    expect(whole).toContain('engine.malformed')
    expect(whole).not.toContain(key)
    expect(whole).not.toContain('planted question')
    expect(whole).not.toContain('nope')
  })
})
