import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { person } from '../../../testing/people.ts'
import { OFFER } from '../testing/offer.ts'
import { speechPath, Viewer } from './testing/viewer.ts'

// With several processes on one database, a call can reach one that doesn’t have the session.
let one: TestApplication
let other: TestApplication
let isEmbedded = false
const viewer = new Viewer()

beforeAll(async () => {
  one = await startTestApplication()
  isEmbedded = one.databaseUrl === null
  if (!isEmbedded) other = await startTestApplication({ databaseUrl: one.databaseUrl, dataDir: one.dataDir })
}, 60_000)
afterAll(async () => {
  viewer.leave()
  await other?.stop()
  await one?.remove()
})

test('another process hands calls on to the one with the session', async ({ skip }) => {
  // The embedded database has only one process.
  if (isEmbedded) skip()
  const { token } = await person(one)
  const speechSessionId = await viewer.connect(one, token)
  const ask = (name: string, body: object) =>
    call<{ code?: string }>(other, speechPath(name), { token, body })
  // More than fits into one notification.
  const text = `${'وهذه جملة طويلة جدًا باللغة العربية. '.repeat(100)}`.slice(0, 4000)
  expect((await ask('speak', { speechSessionId, text })).status).toBe(200)
  await viewer.until(({ loudness }) => loudness > 0.05)
  expect((await ask('stopSpeaking', { speechSessionId })).status).toBe(204)
  await viewer.until(({ loudness }) => loudness < 0.01)
  const someone = await person(one)
  const theirs = await call<{ code?: string }>(other, speechPath('speak'), {
    token: someone.token,
    body: { speechSessionId, text: 'Hello' },
  })
  expect([theirs.status, theirs.body.code]).toEqual([404, 'avatar.sessionNotFound'])
  // Connecting there ends the session here.
  expect((await ask('connectTextToSpeechVideo', { localSdp: OFFER })).status).toBe(200)
  await viewer.until(({ ended }) => ended === 'Replaced')
}, 60_000)

test('a server without an avatar says so', async () => {
  const off = await startTestApplication({ environment: { AVATAR: 'off' } })
  try {
    const { token } = await person(off)
    const { body } = await call<{ video: object }>(off, speechPath('capabilities'), { token })
    expect(body.video).toEqual({ state: 'NotConfigured', missing: [], provider: 'Server' })
    const refused = await call<{ code?: string }>(off, speechPath('connectTextToSpeechVideo'), {
      token,
      body: { localSdp: OFFER },
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'avatar.notConfigured'])
  } finally {
    await off.remove()
  }
}, 60_000)
