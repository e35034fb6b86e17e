import { createHmac, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { speech } from '@parlance/contract/speech'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { systemClock } from '../../../platform/clock.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { ask as askAgent } from '../../conversations/testing/asking.ts'
import { OFFER } from '../testing/offer.ts'
import { IDLE_MS } from './sessions.ts'
import { avatarProcessId, sizeOf } from './testing/avatarProcessId.ts'
import { speechPath, Viewer } from './testing/viewer.ts'

type Capabilities = z.output<(typeof speech.getCapabilities)['response']>

const SECRET = 'a secret that the TURN server has, too'
const engine = createScriptedEngine()
let app: TestApplication
let me: TestPerson
let passedMs = 0
const viewers: Viewer[] = []

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    clock: { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + passedMs },
    environment: {
      COMPATIBLE_DEPLOYMENTS: 'scripted',
      AVATAR_SESSIONS: '2',
      AVATAR_ICE_SERVERS: 'stun:stun.example.com:3478,turn:turn.example.com:3478?transport=udp',
      AVATAR_TURN_SECRET: SECRET,
    },
  })
}, 60_000)
afterAll(() => app?.remove())
beforeEach(async () => {
  me = await person(app)
})
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.leave()
  for (const { speechSessionId, ...one } of connected.splice(0))
    await ask('disconnectTextToSpeechVideo', { speechSessionId }, one)
})

const connected: (TestPerson & { speechSessionId: string })[] = []

async function connect(someone: TestPerson = me): Promise<{ viewer: Viewer; speechSessionId: string }> {
  const viewer = new Viewer()
  viewers.push(viewer)
  const speechSessionId = await viewer.connect(app, someone.token)
  connected.push({ ...someone, speechSessionId })
  return { viewer, speechSessionId }
}
const ask = (name: string, input: { speechSessionId?: string; [field: string]: unknown }, one = me) => {
  const { localSdp, speechSessionId, conversationSegmentId, text } = input
  return call<{ code?: string; title?: string; speechSessionId?: string }>(app, speechPath(name), {
    token: one.token,
    body: { localSdp, speechSessionId, conversationSegmentId, text },
  })
}
async function offer(localSdp: string, one = me) {
  const answered = await ask('connectTextToSpeechVideo', { localSdp }, one)
  const { speechSessionId } = answered.body
  if (speechSessionId) connected.push({ ...one, speechSessionId })
  return answered
}
const outcome = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body?.code]

const LONG = 'This is a long sentence that is spoken for a while. '.repeat(8)

test('[R-7-057] [R-7-058] [R-7-059] [R-1-012] an avatar shows its face, speaks, stops, and disconnects', async () => {
  const { viewer, speechSessionId } = await connect()
  const shown = await viewer.until(({ frames, changes }) => frames > 5 && changes > 3)
  expect([shown.width, shown.height]).toEqual([320, 240])
  expect(shown.loudness).toBeLessThan(0.01)

  expect((await ask('speak', { speechSessionId, text: LONG })).status).toBe(200)
  const heard = await viewer.until(({ loudness }) => loudness > 0.05)
  expect(heard.subtitles[0]).toBe('This is a long sentence that is spoken for a while.')

  expect((await ask('stopSpeaking', { speechSessionId })).status).toBe(204)
  await viewer.until(({ loudness, subtitles }) => loudness < 0.01 && subtitles.at(-1) === null)

  for (const _ of ['first', 'again'])
    expect((await ask('disconnectTextToSpeechVideo', { speechSessionId })).status).toBe(204)
  await viewer.until(({ ended }) => ended === 'Asked')
  for (const name of ['speak', 'stopSpeaking'])
    expect(outcome(await ask(name, { speechSessionId, ...(name === 'speak' && { text: 'Hello' }) }))).toEqual(
      [404, 'avatar.sessionNotFound'],
    )
}, 60_000)

test('speaks an answer of the caller without its code, and no one else’s', async () => {
  const gptSystemId = await publishAgent(app, 'Keeper', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  engine.play(async (writer) =>
    writer.text('It is **tall** [1].\n\n```js\nunspoken()\n```\n\n| a |\n|-|\n| b |'),
  )
  const answered = await askAgent(app, me.token, { gptSystemId }, 'How tall?')
  const { conversationSegmentId } = answered
  const { viewer, speechSessionId } = await connect()
  expect((await ask('speak', { speechSessionId, conversationSegmentId })).status).toBe(200)
  const { subtitles } = await viewer.until((seen) => seen.subtitles.length === 2)
  expect(subtitles).toEqual(['It is tall.', null])

  const other = await person(app)
  const theirs = await connect(other)
  const own = { speechSessionId: theirs.speechSessionId }
  expect(outcome(await ask('speak', { ...own, conversationSegmentId }, other))).toEqual([
    404,
    'conversation.segmentNotFound',
  ])
  expect(outcome(await ask('speak', { ...own, text: '```\n1\n```' }, other))).toEqual([
    422,
    'avatar.nothingToSay',
  ])
  for (const input of [{}, { text: 'x', conversationSegmentId }])
    expect(outcome(await ask('speak', { ...own, ...input }, other))).toEqual([400, 'request.invalid'])
  expect(outcome(await ask('speak', { ...own, text: 'x'.repeat(4001) }, other))).toEqual([
    400,
    'request.invalid',
  ])
}, 60_000)

test('a session of someone else can’t be used, silenced, or ended', async () => {
  const { viewer, speechSessionId } = await connect()
  const other = await person(app)
  const missing = outcome(await ask('speak', { speechSessionId: randomUUID(), text: 'Hello' }, other))
  expect(missing).toEqual([404, 'avatar.sessionNotFound'])
  expect(outcome(await ask('speak', { speechSessionId, text: 'Hello' }, other))).toEqual(missing)
  expect(outcome(await ask('stopSpeaking', { speechSessionId }, other))).toEqual(missing)
  // Ending what isn’t there is fine, and this isn’t there for them.
  expect((await ask('disconnectTextToSpeechVideo', { speechSessionId }, other)).status).toBe(204)
  expect((await ask('speak', { speechSessionId, text: LONG })).status).toBe(200)
  await viewer.until(({ loudness }) => loudness > 0.05)
}, 60_000)

const bad: [name: string, sdp: string][] = [
  ['no SDP', 'hello'],
  ['an offer without video', OFFER.slice(0, OFFER.indexOf('m=video'))],
  ['an offer with control characters', OFFER.replace('s=-', 's=\u0001')],
  ['an offer with an impossible fingerprint', OFFER.replaceAll(/sha-256 [\w:]+/g, 'sha-256 XX')],
  ['an offer with an invalid line', OFFER.replace('a=mid:1', 'm=video nonsense')],
  ['an offer of thousands of lines', OFFER + 'a=x:1\r\n'.repeat(3000)],
]

test.each(bad)(
  '%s is refused with what to do, and the next offer works',
  async (_, sdp) => {
    const { status, body } = await offer(sdp)
    expect([status, body.code]).toEqual([422, 'avatar.offer'])
    expect(body.title).toMatch(/Reload the page/)
    expect((await offer(OFFER)).status).toBe(200)
  },
  30_000,
)

test('an offer of 1 MB is refused', async () => {
  const { status, body } = await offer(OFFER + 'a=x\r\n'.repeat(200_000))
  expect([status, body.code]).toEqual([413, 'request.tooLarge'])
  expect(outcome(await offer('x'.repeat(65_537)))).toEqual([400, 'request.invalid'])
  expect((await offer(OFFER)).status).toBe(200)
})

test('[S43] nothing is sent to addresses that an offer names', async () => {
  const own = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address }) => address)
  let packets = 0
  const sockets = await Promise.all(
    own.map(async (address) => {
      const socket = createSocket('udp4').on('message', () => {
        packets += 1
      })
      socket.bind(0, address)
      await once(socket, 'listening')
      return socket
    }),
  )
  const candidates = sockets.map((socket, at) => {
    const { address, port } = socket.address() as AddressInfo
    return `a=candidate:${at} 1 udp 2122260223 ${address} ${port} typ host\r\n`
  })
  const named = OFFER.replaceAll('a=mid:', `${candidates.join('')}a=mid:`)
  expect((await offer(named)).status).toBe(200)
  // A connection’s first packets are sent within milliseconds, and repeated.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (const socket of sockets) socket.close()
  expect(sockets.length).toBeGreaterThan(0)
  expect(packets).toBe(0)
})

test('after its process was killed, the next call says to connect again, and that works', async () => {
  const { speechSessionId } = await connect()
  const processId = avatarProcessId()!
  process.kill(processId, 'SIGKILL')
  await expect.poll(avatarProcessId).not.toBe(processId)
  const { status, body } = await ask('speak', { speechSessionId, text: 'Hello' })
  // A call before the server has noticed gets the same answer.
  expect([404, 503], body.code).toContain(status)
  expect(body.title).toMatch(/Connect again/)
  const { viewer } = await connect()
  await viewer.until(({ frames }) => frames > 0)
}, 60_000)

test('people have one session each, and one person more than there is room for is told when to try again', async () => {
  const first = await connect()
  const second = await connect()
  await first.viewer.until(({ ended }) => ended === 'Replaced')
  expect(second.speechSessionId).not.toBe(first.speechSessionId)
  const [other, third] = [await person(app), await person(app)]
  await connect(other)
  const refused = await offer(OFFER, third)
  expect(outcome(refused)).toEqual([503, 'avatar.full'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // Their own place isn’t taken by themselves.
  expect((await offer(OFFER, other)).status).toBe(200)
}, 60_000)

test('a session ends after five minutes without a word, and with the sign-in', async () => {
  const { viewer } = await connect()
  passedMs += IDLE_MS + 1
  await viewer.until(({ ended }) => ended === 'Idle')
  const again = await connect()
  await call(app, '/api/internal/currentUser/sessions/current', { token: me.token, method: 'DELETE' })
  await again.viewer.until(({ ended }) => ended === 'Idle')
  connected.length = 0
}, 60_000)

test('connects again and again in one process', async () => {
  const { viewer } = await connect()
  await viewer.until(({ frames }) => frames > 0)
  const processId = avatarProcessId()!
  for (let at = 0; at < 3; at += 1) {
    const next = await connect()
    await next.viewer.until(({ frames }) => frames > 0)
    await ask('disconnectTextToSpeechVideo', { speechSessionId: next.speechSessionId })
    next.viewer.leave()
  }
  expect(avatarProcessId()).toBe(processId)
  expect(sizeOf(processId).threads).toBeLessThan(60)
}, 60_000)

test('says what the server has, with credentials of the caller that a TURN server can check', async () => {
  const { body } = await call<Capabilities>(app, speechPath('capabilities'), { token: me.token })
  expect(body.video).toEqual({ state: 'Available', missing: [], provider: 'Server' })
  const [stun, turn] = body.iceServers
  expect(stun).toEqual({ urls: 'stun:stun.example.com:3478', username: null, credential: null })
  const [expires, userId] = turn!.username!.split(':')
  expect(userId).toBe(me.userId)
  expect(Number(expires) - Date.now() / 1000).toBeLessThanOrEqual(3600)
  expect(turn!.credential).toBe(createHmac('sha1', SECRET).update(turn!.username!).digest('base64'))
  expect((await call(app, speechPath('capabilities'))).status).toBe(401)
  expect(app.logged.join('\n')).not.toContain(SECRET)
})
