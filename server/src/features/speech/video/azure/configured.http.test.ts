import type { speech } from '@parlance/contract/speech'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishAgent } from '../../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../../testing/application.ts'
import { type AzureSpeech, startAzureSpeech } from '../../../../testing/azureSpeech.ts'
import { call } from '../../../../testing/client.ts'
import { freePort } from '../../../../testing/freePort.ts'
import { changeSettings } from '../../../../testing/instanceSettings.ts'
import { person } from '../../../../testing/people.ts'
import { createScriptedEngine } from '../../../../testing/scriptedEngine.ts'
import { ask } from '../../../conversations/testing/asking.ts'
import { OFFER } from '../../testing/offer.ts'
import { speechPath } from '../testing/viewer.ts'

type Capabilities = z.output<(typeof speech.getCapabilities)['response']>

let azure: AzureSpeech
const apps: TestApplication[] = []

beforeAll(async () => {
  azure = await startAzureSpeech()
})
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.remove()
  azure.connections.length = 0
})
afterAll(() => azure?.close())

const engine = createScriptedEngine()

async function start(environment: Record<string, string> = {}, more: object = {}): Promise<TestApplication> {
  const app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { ...azure.environment, COMPATIBLE_DEPLOYMENTS: 'scripted', ...environment },
    ...more,
  })
  apps.push(app)
  return app
}

const calling = (app: TestApplication, token: string) => (name: string, body: object) =>
  call<{ code?: string; speechSessionId?: string }>(app, speechPath(name), { token, body })
const connectTo = async (app: TestApplication) => {
  const { token } = await person(app)
  return { token, ...(await calling(app, token)('connectTextToSpeechVideo', { localSdp: OFFER })) }
}

/** Publishes an agent that answers a person. */
async function answerOf(app: TestApplication, token: string, text: string): Promise<string> {
  const gptSystemId = await publishAgent(app, 'Keeper', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  engine.play(async (writer) => writer.text(text))
  return (await ask(app, token, { gptSystemId }, 'How tall?')).conversationSegmentId
}

const WRONG_KEY = 'f'.repeat(32)
const mistakes: [string, () => Promise<Record<string, string>>, unknown[], string][] = [
  ['a wrong key', async () => ({ AZURE_SPEECH_KEY: WRONG_KEY }), [502, 'avatar.key'], ''],
  [
    'an unknown character',
    async () => ({ AZURE_AVATAR_CHARACTER: 'nobody' }),
    [502, 'avatar.rejected'],
    'nobody',
  ],
  [
    'an unknown style',
    async () => ({ AZURE_AVATAR_CHARACTER: 'harry', AZURE_AVATAR_STYLE: 'none' }),
    [502, 'avatar.rejected'],
    'Unsupported avatar style',
  ],
  [
    'an address without a server',
    async () => ({ AZURE_SPEECH_ENDPOINT: `http://127.0.0.1:${await freePort()}` }),
    [502, 'avatar.unreachable'],
    '',
  ],
]

test.each(mistakes)(
  '%s is said to people, and more to the log, but never the key',
  async (...given) => {
    const [, environmentOf, expected, logged] = given
    const environment = await environmentOf()
    const app = await start(environment)
    const { token, status, body } = await connectTo(app)
    expect([status, body.code]).toEqual(expected)
    expect(app.logged.join('\n')).toContain(logged)
    const { video, iceServers } = (await call<Capabilities>(app, speechPath('capabilities'), { token })).body
    if (environment.AZURE_SPEECH_KEY)
      expect(video).toEqual({ state: 'NotConfigured', missing: ['AZURE_SPEECH_KEY'], provider: 'Azure' })
    else expect(video.state).toBe('Available')
    for (const key of [azure.key, WRONG_KEY])
      expect([...app.logged, JSON.stringify([body, video, iceServers])].join('\n')).not.toContain(key)
  },
  60_000,
)

test('speech without a price can’t be used while limits in money apply', async () => {
  const app = await start()
  const { token, body } = await connectTo(app)
  const conversationSegmentId = await answerOf(app, token, 'Hello.')
  const speak = () =>
    calling(app, token)('speak', { speechSessionId: body.speechSessionId, conversationSegmentId })
  expect((await speak()).status).toBe(200)
  await changeSettings(app, { limits: [{ kind: 'Money', per: 'Day', counted: 'EachPerson', amount: 5 }] })
  expect((await speak()).body.code).toBe('usage.unpriced')
}, 60_000)

test('a server that stops ends its sessions at the service', async () => {
  const app = await start()
  await connectTo(app)
  const [connection] = azure.connections
  expect(connection?.isOpen).toBe(true)
  await app.stop()
  await expect.poll(() => connection?.isOpen).toBe(false)
}, 60_000)

test('another process hands calls on to the one with the session', async ({ skip }) => {
  const one = await start()
  // The embedded database has only one process.
  if (one.databaseUrl === null) skip()
  const other = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: azure.environment,
    databaseUrl: one.databaseUrl,
    dataDir: one.dataDir,
  })
  try {
    const { token, body } = await connectTo(one)
    const { speechSessionId } = body
    const conversationSegmentId = await answerOf(one, token, 'هذه جملة طويلة باللغة العربية. '.repeat(200))
    const [connection] = azure.connections
    azure.play({ speaking: 'held' })
    const elsewhere = calling(other, token)
    expect((await elsewhere('speak', { speechSessionId, conversationSegmentId })).status).toBe(200)
    await expect.poll(() => connection?.said().length).toBe(2)
    expect((await elsewhere('stopSpeaking', { speechSessionId })).status).toBe(204)
    await expect.poll(() => connection?.messages.at(-1)?.path).toBe('synthesis.control')
    const someone = await person(one)
    const theirs = await calling(other, someone.token)('stopSpeaking', { speechSessionId })
    expect([theirs.status, theirs.body.code]).toEqual([404, 'avatar.sessionNotFound'])
    // Connecting there ends the session here.
    expect((await elsewhere('connectTextToSpeechVideo', { localSdp: OFFER })).status).toBe(200)
    await expect.poll(() => connection?.isOpen).toBe(false)
    expect(azure.connections.map(({ isOpen }) => isOpen)).toEqual([false, true])
  } finally {
    await other.stop()
    azure.play({})
  }
}, 60_000)
