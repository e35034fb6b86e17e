import { randomUUID } from 'node:crypto'
import type { speech } from '@parlance/contract/speech'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { systemClock } from '../../../../platform/clock.ts'
import { publishAgent } from '../../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../../testing/application.ts'
import {
  AZURE_ANSWER,
  type AzureConnection,
  type AzureSpeech,
  RELAY,
  startAzureSpeech,
  videoOf,
} from '../../../../testing/azureSpeech.ts'
import { call } from '../../../../testing/client.ts'
import { setCompliance } from '../../../../testing/compliance.ts'
import { person, type TestPerson } from '../../../../testing/people.ts'
import { createScriptedEngine } from '../../../../testing/scriptedEngine.ts'
import { ask as askAgent } from '../../../conversations/testing/asking.ts'
import { OFFER } from '../../testing/offer.ts'
import { IDLE_MS } from '../sessions.ts'
import { speechPath } from '../testing/viewer.ts'

type Capabilities = z.output<(typeof speech.getCapabilities)['response']>

const engine = createScriptedEngine()
let azure: AzureSpeech
let app: TestApplication
let me: TestPerson
let gptSystemId: string
let passedMs = 0

beforeAll(async () => {
  azure = await startAzureSpeech()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    clock: { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + passedMs },
    environment: {
      ...azure.environment,
      COMPATIBLE_DEPLOYMENTS: 'scripted',
      AVATAR_SESSIONS: '2',
      AVATAR_ADDRESS: '192.0.2.7',
      AZURE_AVATAR_VOICES: 'ar=ar-EG-SalmaNeural',
      AZURE_AVATAR_PRICE: '600',
    },
  })
  gptSystemId = await publishAgent(app, 'Keeper', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
}, 60_000)
afterAll(async () => {
  await app?.remove()
  await azure?.close()
})
beforeEach(async () => {
  for (const { speechSessionId, ...one } of connected.splice(0))
    await ask('disconnectTextToSpeechVideo', { speechSessionId }, one)
  azure.play({})
  azure.connections.length = 0
  // Failures and credentials are remembered for a while.
  passedMs += 3_600_000
  me = await person(app)
})

const connected: (TestPerson & { speechSessionId: string })[] = []

interface Answered {
  code?: string
  title?: string
  speechSessionId?: string
  remoteSdp?: string
  sentences?: string[]
}

async function ask(name: string, body: object, one: Pick<TestPerson, 'token'> = me) {
  const answered = await call<Answered>(app, speechPath(name), { token: one.token, body })
  expect(JSON.stringify(answered.body ?? null)).not.toContain(azure.key)
  return answered
}
const outcome = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body?.code]

async function offer(one = me, localSdp = OFFER) {
  const answered = await ask('connectTextToSpeechVideo', { localSdp }, one)
  const { speechSessionId } = answered.body
  if (speechSessionId) connected.push({ ...one, speechSessionId })
  return answered
}

async function connect(one = me): Promise<{ speechSessionId: string; connection: AzureConnection }> {
  const { status, body } = await offer(one)
  expect(status, body.code).toBe(200)
  return { speechSessionId: body.speechSessionId!, connection: azure.connections.at(-1)! }
}

const capabilities = async (one = me) =>
  (await call<Capabilities>(app, speechPath('capabilities'), { token: one.token })).body

/** Has the agent answer a person. */
async function answerTo(one: TestPerson, text: string): Promise<string> {
  engine.play(async (writer) => writer.text(text))
  return (await askAgent(app, one.token, { gptSystemId }, 'How tall?')).conversationSegmentId
}

const spoken = (connection: AzureConnection) =>
  connection.said().map((ssml) => /<voice name='(.*?)'>(.*?)<\/voice>/.exec(ssml)?.slice(1))

describe('an avatar of Azure', () => {
  test('[R-7-057] [R-7-058] [R-7-059] connects, speaks an answer, stops, and disconnects', async () => {
    const { video, iceServers } = await capabilities()
    expect(video).toEqual({ state: 'Available', missing: [], provider: 'Azure' })
    expect(iceServers).toEqual([
      { urls: RELAY.Urls[1], username: RELAY.Username, credential: RELAY.Password },
    ])
    const candidates =
      'a=candidate:1 1 udp 2122260223 10.1.2.3 5000 typ host\r\na=candidate:2 1 udp 41885439 203.0.113.9 6000 typ relay raddr 10.1.2.3 rport 5000\r\n'
    const { status, body } = await offer(me, OFFER.replaceAll('a=mid:', `${candidates}a=mid:`))
    expect([status, body.remoteSdp]).toEqual([200, AZURE_ANSWER])
    const [connection] = azure.connections
    const { protocol, talkingAvatar } = videoOf(connection!.messages)
    expect(talkingAvatar).toMatchObject({ character: 'lisa', style: 'casual-sitting' })
    const sent = Buffer.from(protocol.webrtcConfig.clientDescription, 'base64').toString()
    expect(sent).toContain('203.0.113.9')
    expect(sent).not.toContain('10.1.2.3')
    expect(protocol.webrtcConfig.iceServers).toEqual([
      { urls: [RELAY.Urls[1]], username: RELAY.Username, credential: RELAY.Password },
    ])
    expect(connection!.url).not.toContain(azure.key)

    azure.play({ speaking: 'held' })
    const conversationSegmentId = await answerTo(
      me,
      'It is **tall** & "wide" [1].\n\n```js\nunspoken()\n```\n\nهذه منارة عالية جدا.',
    )
    const { speechSessionId } = body
    const said = await ask('speak', { speechSessionId, conversationSegmentId })
    expect([said.status, said.body.sentences]).toEqual([
      200,
      ['It is tall & "wide".', 'هذه منارة عالية جدا.'],
    ])
    await expect.poll(() => connection!.said().length).toBe(2)
    connection!.finish()
    await expect
      .poll(() => spoken(connection!))
      .toEqual([
        ['en-US-AvaMultilingualNeural', ''],
        ['en-US-AvaMultilingualNeural', 'It is tall &amp; &quot;wide&quot;.'],
        ['ar-EG-SalmaNeural', 'هذه منارة عالية جدا.'],
      ])

    expect((await ask('speak', { speechSessionId, conversationSegmentId })).status).toBe(200)
    expect((await ask('stopSpeaking', { speechSessionId })).status).toBe(204)
    await expect
      .poll(() => connection!.messages.at(-1))
      .toMatchObject({
        path: 'synthesis.control',
        body: '{"action":"stop"}',
      })
    expect(connection!.said()).toHaveLength(3)

    for (const _ of ['first', 'again'])
      expect((await ask('disconnectTextToSpeechVideo', { speechSessionId })).status).toBe(204)
    await expect.poll(() => connection!.isOpen).toBe(false)
    expect(outcome(await ask('stopSpeaking', { speechSessionId }))).toEqual([404, 'avatar.sessionNotFound'])
    expect(app.logged.join('\n')).not.toContain(azure.key)
  })
})
