/**
 * The talking avatar with a real browser on this machine: how long the first picture, the first sound, and silence
 * take, alone and with five sessions, and whether its process grows over many connections.
 *   node bench/avatar.ts [--times 5] [--rounds 40]
 * Exits with 1 if, alone or with five, the median time to a picture is above 800 ms, to sound above 900 ms, or to silence
 * above 300 ms, or if memory or threads grow.
 */
import type { Page } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { avatarProcessId, sizeOf } from '../server/src/features/speech/video/testing/avatarProcessId.ts'
import { speechPath } from '../server/src/features/speech/video/testing/viewer.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { call } from '../server/src/testing/client.ts'
import { person } from '../server/src/testing/people.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const MOST = { picture: 800, sound: 900, silence: 300 }
/** What the process may gain between the tenth round and the last, for noise. */
const MOST_GAINED_MB = 20
const TEXT = 'This sentence is spoken while the time until it is heard is measured. '.repeat(4)
const SESSIONS = 5
const WARM_ROUNDS = 10

const times = Number(option('times', '5'))
const rounds = Number(option('rounds', '40'))

/** Viewers in the page, with when their first picture came and when they last changed between sound and silence. */
const inPage = `
  const context = new AudioContext()
  window.viewers = new Map()
  window.offer = async (name) => {
    const viewer = { begun: Date.now(), picture: null, heardAt: null, silentSince: null }
    const connection = new RTCPeerConnection()
    connection.addTransceiver('audio', { direction: 'recvonly' })
    connection.addTransceiver('video', { direction: 'recvonly' })
    const stream = new MediaStream()
    const video = document.createElement('video')
    video.muted = true
    document.body.append(video)
    video.requestVideoFrameCallback(() => { viewer.picture = Date.now() - viewer.begun })
    connection.addEventListener('track', ({ track }) => {
      stream.addTrack(track)
      video.srcObject = stream
      video.play()
      if (track.kind !== 'audio') return
      const analyser = context.createAnalyser()
      analyser.fftSize = 256
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
      const samples = new Float32Array(256)
      viewer.timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples)
        const isLoud = samples.some((one) => Math.abs(one) > 0.01)
        if (isLoud) { viewer.heardAt ??= Date.now(); viewer.silentSince = null }
        else viewer.silentSince ??= Date.now()
      }, 4)
    })
    viewers.set(name, Object.assign(viewer, { connection, video }))
    await connection.setLocalDescription(await connection.createOffer())
    while (connection.iceGatheringState !== 'complete') await new Promise((resolve) => setTimeout(resolve, 5))
    return connection.localDescription.sdp
  }
  window.accept = (name, sdp) => viewers.get(name).connection.setRemoteDescription({ type: 'answer', sdp })
  window.read = (name) => {
    const { picture, heardAt, silentSince } = viewers.get(name)
    return { picture, heardAt, silentSince }
  }
  window.reset = (name) => Object.assign(viewers.get(name), { heardAt: null })
  window.leave = (name) => {
    const { connection, video, timer } = viewers.get(name)
    clearInterval(timer)
    connection.close()
    video.remove()
    viewers.delete(name)
  }
`
interface Read {
  picture: number | null
  heardAt: number | null
  silentSince: number | null
}

const app = await startTestApplication()
const browser = await launchBrowser()
const page: Page = await browser.newPage()
await page.goto('about:blank')
await page.evaluate(inPage)
const people = await Promise.all(Array.from({ length: SESSIONS }, () => person(app)))
const inPageCall = <T>(name: string, ...given: string[]) =>
  page.evaluate<T>(`window.${name}(${given.map((one) => JSON.stringify(one)).join(',')})`)

async function ask<T>(name: string, token: string, body: object): Promise<T> {
  const answered = await call<T>(app, speechPath(name), { token, body })
  if (answered.status >= 300) throw new Error(`${name}: ${answered.status} ${JSON.stringify(answered.body)}`)
  return answered.body
}

async function until(name: string, fits: (read: Read) => boolean): Promise<Read> {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const read = await inPageCall<Read>('read', name)
    if (fits(read)) return read
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${name} waited in vain.`)
}

async function connect(name: string, token: string): Promise<{ session: string; picture: number }> {
  const localSdp = await inPageCall<string>('offer', name)
  const answer = await ask<{ speechSessionId: string; remoteSdp: string }>(
    'connectTextToSpeechVideo',
    token,
    {
      localSdp,
    },
  )
  await inPageCall('accept', name, answer.remoteSdp)
  const { picture } = await until(name, (read) => read.picture !== null)
  return { session: answer.speechSessionId, picture: picture ?? Number.NaN }
}

async function leave(name: string, token: string, speechSessionId: string): Promise<void> {
  await ask('disconnectTextToSpeechVideo', token, { speechSessionId })
  await inPageCall('leave', name)
}

const measured = { picture: [] as number[], sound: [] as number[], silence: [] as number[] }

/** Connects, speaks, and stops once for each of these people at once. */
async function measure(count: number, into: typeof measured): Promise<void> {
  await Promise.all(
    people.slice(0, count).map(async ({ token }, index) => {
      const name = `viewer ${index}`
      const { session, picture } = await connect(name, token)
      into.picture.push(picture)
      await inPageCall('reset', name)
      const spoken = Date.now()
      await ask('speak', token, { speechSessionId: session, text: TEXT })
      const { heardAt } = await until(name, (read) => read.heardAt !== null)
      into.sound.push((heardAt ?? Number.NaN) - spoken)
      await new Promise((resolve) => setTimeout(resolve, 500))
      const stopped = Date.now()
      await ask('stopSpeaking', token, { speechSessionId: session })
      // Speech has short silences of its own, so this one has to last.
      const { silentSince } = await until(
        name,
        (read) => read.silentSince !== null && Date.now() - read.silentSince > 1000,
      )
      into.silence.push(Math.max(0, (silentSince ?? Number.NaN) - stopped))
      await leave(name, token, session)
    }),
  )
}

const first = { picture: [] as number[], sound: [] as number[], silence: [] as number[] }
await measure(1, first)
say(`first use, with the start of the process: picture ${round(first.picture[0] ?? 0)} ms`)
const five = { picture: [] as number[], sound: [] as number[], silence: [] as number[] }
for (let at = 0; at < times; at += 1) await measure(1, measured)
for (let at = 0; at < times; at += 1) await measure(SESSIONS, five)
const lineOf = (name: string, all: typeof measured) => {
  const parts = Object.entries(all).map(
    ([what, found]) => `${what} ${round(quantile(found, 0.5))} · ${round(quantile(found, 1))} ms`,
  )
  say(`${name} (p50 · slowest): ${parts.join('; ')}`)
}
lineOf(`one session, ${times} times`, measured)
lineOf(`${SESSIONS} sessions at once, ${times} times`, five)

const processId = avatarProcessId()
if (processId === null) throw new Error('The avatar’s process is gone.')
let before = sizeOf(processId)
const { token } = people[0]!
for (let at = 0; at < rounds; at += 1) {
  const { session } = await connect('round', token)
  await leave('round', token, session)
  if (at === WARM_ROUNDS - 1) before = sizeOf(processId)
}
await new Promise((resolve) => setTimeout(resolve, 1000))
const after = sizeOf(processId)
const sameProcess = avatarProcessId() === processId
say(
  `${rounds} connections: ${round(before.megabytes)} → ${round(after.megabytes)} MB and ${before.threads} → ${after.threads} threads since the tenth`,
)
await browser.close()
await app.remove()

const names = Object.keys(MOST) as (keyof typeof MOST)[]
const isFast = [measured, five].every((all) => names.every((name) => quantile(all[name], 0.5) <= MOST[name]))
const isSteady =
  sameProcess && after.megabytes - before.megabytes <= MOST_GAINED_MB && after.threads <= before.threads
say(isFast && isSteady ? 'all gates passed' : 'A GATE FAILED')
process.exit(isFast && isSteady ? 0 : 1)
