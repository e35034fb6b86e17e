import { randomUUID } from 'node:crypto'
import type { speech } from '@parlance/contract/speech'
import { sql } from 'kysely'
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
import { changeSettings } from '../../../../testing/instanceSettings.ts'
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

  test('a session of someone else can’t be used, silenced, or ended', async () => {
    const { speechSessionId, connection } = await connect()
    const other = await person(app)
    const conversationSegmentId = await answerTo(other, 'Hello.')
    const missing = [404, 'avatar.sessionNotFound']
    expect(
      outcome(await ask('speak', { speechSessionId: randomUUID(), conversationSegmentId }, other)),
    ).toEqual(missing)
    expect(outcome(await ask('speak', { speechSessionId, conversationSegmentId }, other))).toEqual(missing)
    expect(outcome(await ask('stopSpeaking', { speechSessionId }, other))).toEqual(missing)
    expect((await ask('disconnectTextToSpeechVideo', { speechSessionId }, other)).status).toBe(204)
    // Nor can an answer of someone else be heard.
    expect(outcome(await ask('speak', { speechSessionId, conversationSegmentId }))).toEqual([
      404,
      'conversation.segmentNotFound',
    ])
    expect([connection.isOpen, connection.said()]).toEqual([true, [expect.anything()]])
  })

  test('texts that belong to no answer are refused, because no agent pays for them', async () => {
    const { speechSessionId, connection } = await connect()
    expect(outcome(await ask('speak', { speechSessionId, text: 'Hello' }))).toEqual([
      422,
      'avatar.answersOnly',
    ])
    expect(connection.said()).toHaveLength(1)
  })

  test('people have one session each, as many as there is room for', async () => {
    const first = await connect()
    await connect()
    await expect.poll(() => first.connection.isOpen).toBe(false)
    const [other, third] = [await person(app), await person(app)]
    await connect(other)
    expect(outcome(await offer(third))).toEqual([503, 'avatar.full'])
    expect(azure.connections).toHaveLength(3)
  })

  test('a session ends after five minutes without a word, and with the sign-in', async () => {
    const { connection } = await connect()
    passedMs += IDLE_MS + 1
    await expect.poll(() => connection.isOpen).toBe(false)
    const again = await connect()
    await call(app, '/api/internal/currentUser/sessions/current', { token: me.token, method: 'DELETE' })
    await expect.poll(() => again.connection.isOpen).toBe(false)
    connected.length = 0
  }, 60_000)

  test('a session that the service ends is gone, and the next one works', async () => {
    const conversationSegmentId = await answerTo(me, 'Hello there.')
    const closings: ((connection: AzureConnection) => void)[] = [
      (connection) => connection.close(1011, `It failed while saying Hello there with ${azure.key}.`),
      (connection) =>
        connection.send(
          `X-RequestId:1\r\nPath:audio.metadata\r\n\r\n${JSON.stringify({ Metadata: [{ Type: 'TalkingAvatarSignal', Data: { Name: 'SessionClosed', Offset: 0 } }] })}`,
        ),
    ]
    for (const close of closings) {
      azure.play({ speaking: 'held' })
      const { speechSessionId, connection } = await connect()
      expect((await ask('speak', { speechSessionId, conversationSegmentId })).status).toBe(200)
      await expect.poll(() => connection.said().length).toBe(2)
      close(connection)
      await expect.poll(() => connection.isOpen).toBe(false)
      await expect
        .poll(async () => outcome(await ask('stopSpeaking', { speechSessionId })))
        .toEqual([404, 'avatar.sessionNotFound'])
    }
    const said = app.logged.join('\n')
    expect(said).toContain('speech.azureFailed')
    expect(said).not.toContain('Hello there')
    expect(said).not.toContain(azure.key)
  })

  test('an avatar with much to say refuses more', async () => {
    azure.play({ speaking: 'held' })
    const { speechSessionId } = await connect()
    const conversationSegmentId = await answerTo(me, 'This is a long sentence. '.repeat(900))
    const asked = () => ask('speak', { speechSessionId, conversationSegmentId })
    expect((await asked()).status).toBe(200)
    expect((await asked()).status).toBe(200)
    expect(outcome(await asked())).toEqual([409, 'avatar.busy'])
  })
})

describe('what goes wrong at the service', () => {
  const failures: [string, Parameters<AzureSpeech['play']>[0], unknown[]][] = [
    ['a quota', { connect: { code: 4429, reason: 'Quota exceeded.' } }, [502, 'avatar.limited']],
    ['a closed connection', { connect: { code: 1011, reason: '' } }, [502, 'avatar.broken']],
    ['a refused connection', { connect: 403 }, [502, 'avatar.broken']],
    ['too many requests for credentials', { relay: 429 }, [502, 'avatar.limited']],
    ['a failed request for credentials', { relay: 500 }, [502, 'avatar.unreachable']],
    ['unreadable credentials', { relayBody: '<html>' }, [502, 'avatar.broken']],
    ['credentials without a relay', { relayBody: '{"Urls":[]}' }, [502, 'avatar.broken']],
    ['credentials that are too long', { relayBody: 'x'.repeat(100_000) }, [502, 'avatar.broken']],
  ]
  test.each(failures)('%s is said with what to do, and passes', async (_, play, expected) => {
    azure.play(play)
    const { status, body } = await offer()
    expect([status, body.code]).toEqual(expected)
    expect(body.title).toMatch(/again|Ask an administrator/)
    azure.play({})
    passedMs += 30_001
    expect((await offer()).status).toBe(200)
  })

  test('pages aren’t delayed for long by a service that doesn’t answer, and only once', async () => {
    azure.play({ relay: 'silent' })
    const before = azure.relays()
    for (const _ of ['first', 'again']) {
      const { video, iceServers } = await capabilities()
      expect([video.state, iceServers]).toEqual(['Available', []])
    }
    expect(azure.relays()).toBe(before + 1)
    // Afterwards, pages don’t wait for it at all.
    passedMs += 30_001
    const waiting = azure.relays()
    expect((await capabilities()).iceServers).toEqual([])
    await expect.poll(azure.relays).toBe(waiting + 1)
    azure.play({})
    const later = async () => {
      passedMs += 30_001
      return (await capabilities()).iceServers
    }
    await expect.poll(later, { timeout: 20_000 }).not.toEqual([])
    passedMs += 3_600_000
    azure.play({ relay: 'silent' })
    expect(outcome(await offer())).toEqual([504, 'avatar.timeout'])
  }, 60_000)

  test('credentials are asked for once an hour', async () => {
    // A service that failed before is asked while the page goes on.
    passedMs += 30_001
    await connect()
    passedMs += 3_600_000
    const before = azure.relays()
    for (const _ of ['first', 'again']) await capabilities(await person(app))
    await connect()
    expect(azure.relays()).toBe(before + 1)
    passedMs += 3_600_000
    await capabilities()
    expect(azure.relays()).toBe(before + 2)
  })
})

describe('what is charged', () => {
  const limit = (amount: number | null) => {
    const money = { kind: 'Money', per: 'Day', counted: 'EachPerson', amount }
    return changeSettings(app, { limits: amount === null ? [] : [money] })
  }

  /** In micro-dollars, and only since this test began. */
  const charged = async () => {
    const found = await sql<{ cost: number }>`select sum(cost)::int as cost from model_usage
      where gpt_system_id = ${gptSystemId} and purpose = 'Speech' and deployment_name = 'azure-speech-avatar'`.execute(
      app.platform.database.db,
    )
    return (found.rows[0]?.cost ?? 0) - before
  }
  let before = 0

  test('speech counts toward limits in money at its price, and is refused beyond them', async () => {
    const { speechSessionId, connection } = await connect()
    // 1,000 characters cost 60 cents.
    const conversationSegmentId = await answerTo(me, `${'Four words are here. '.repeat(50)}`)
    before = await charged()
    // What no one says costs nothing.
    await ask('speak', { speechSessionId: randomUUID(), conversationSegmentId })
    await limit(0.5)
    try {
      const asked = () => ask('speak', { speechSessionId, conversationSegmentId })
      expect((await asked()).status).toBe(200)
      const said = () => connection.said().length
      await expect.poll(said).toBe(51)
      const refused = await asked()
      expect(refused.body.code).toBe('usage.instanceLimit')
      expect([said(), await charged()]).toEqual([51, 600_000])
    } finally {
      await limit(null)
    }
  })
})

describe('rules of the instance', () => {
  test('nothing is sent while personal data is redacted for providers', async () => {
    const { speechSessionId, connection } = await connect()
    const conversationSegmentId = await answerTo(me, 'Anna lives here.')
    const asked = azure.relays()
    await setCompliance(app, { redactsForProviders: true })
    try {
      passedMs += 3_600_000
      const { video, iceServers } = await capabilities()
      expect(video).toEqual({ state: 'NotConfigured', missing: ['redaction'], provider: 'Azure' })
      expect(iceServers).toEqual([])
      for (const refused of [await ask('speak', { speechSessionId, conversationSegmentId }), await offer()])
        expect(outcome(refused)).toEqual([409, 'avatar.notConfigured'])
      expect([connection.said().length, azure.connections.length, azure.relays()]).toEqual([1, 1, asked])
      // What is open can still be ended.
      expect((await ask('disconnectTextToSpeechVideo', { speechSessionId })).status).toBe(204)
      await expect.poll(() => connection.isOpen).toBe(false)
    } finally {
      await setCompliance(app, { redactsForProviders: false })
    }
  })

  test('nothing is sent in the compliance mode Strict', async () => {
    await setCompliance(app, { mode: 'Strict', retentionDays: 365 })
    try {
      expect((await capabilities()).video).toMatchObject({ state: 'NotConfigured', missing: ['approval'] })
      expect(outcome(await offer())).toEqual([409, 'avatar.notConfigured'])
      expect(azure.connections).toEqual([])
    } finally {
      await setCompliance(app, { mode: 'Off', retentionDays: null })
    }
  })
})
