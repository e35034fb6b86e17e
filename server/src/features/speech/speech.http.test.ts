import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type AudioProvider, startAudioProvider } from '../../testing/audioProvider.ts'
import { call } from '../../testing/client.ts'
import { setCompliance } from '../../testing/compliance.ts'
import { changeSettings, setDeployment } from '../../testing/instanceSettings.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { wavOf } from '../../testing/wav.ts'
import { ask } from '../conversations/testing/asking.ts'
import { chooseAudio } from './testing/calls.ts'

const base = '/api/internal/speech'
const engine = createScriptedEngine()
let app: TestApplication
let provider: AudioProvider
let token: string
let gptSystemId: string
let segmentId: string

beforeAll(async () => {
  provider = await startAudioProvider()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    providerLimits: { firstTokenMs: 5_000, silenceMs: 5_000, audioMs: 5_000 },
    environment: {
      EGRESS_ALLOW: '127.0.0.1',
      COMPATIBLE_BASE_URL: provider.baseUrl,
      COMPATIBLE_DEPLOYMENTS: 'scripted,whisper,tts',
    },
  })
  token = await app.token('anna')
  gptSystemId = await publishAgent(app, 'Listener', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  engine.play(async (writer) => writer.text('Hello there. How are you?'))
  segmentId = (await ask(app, token, { gptSystemId }, 'Hello?')).conversationSegmentId
})
afterAll(async () => {
  await app?.remove()
  await provider?.close()
})
beforeEach(async () => {
  provider.requests.length = 0
  provider.play()
})

interface Capabilities {
  transcription: { state: string; missing: string[] }
  audio: { state: string; missing: string[] }
}

const capabilities = async () => (await call<Capabilities>(app, `${base}/capabilities`, { token })).body

function transcribe(wav: Buffer | string, query: Record<string, string> = {}, by = token) {
  const body = new FormData()
  const content = typeof wav === 'string' ? wav : new Uint8Array(wav)
  body.set('file', new File([content], 'recording.wav', { type: 'audio/wav' }))
  const asked = new URLSearchParams({ gptSystemId, ...query })
  return call<{ text: string; language: string | null; code: string }>(
    app,
    `${base}/transcriptions?${asked}`,
    { token: by, method: 'POST', body },
  )
}

async function say(input: Record<string, unknown> = {}, by = token) {
  const response = await fetch(new URL(`${base}/audio`, app.origin), {
    method: 'POST',
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      conversationSegmentId: segmentId,
      sentence: 'Hello there.',
      language: 'en',
      ...input,
    }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const { code } = response.ok ? { code: null } : (JSON.parse(bytes.toString()) as { code: string })
  return { status: response.status, bytes, code, name: response.headers.get('content-disposition') ?? '' }
}

/** How many files are stored. */
async function blobs(): Promise<number> {
  let count = 0
  for await (const _ of app.platform.blobs.list()) count += 1
  return count
}

describe('without deployments', () => {
  test('the server says what is missing, and reads aloud with its own voices', async () => {
    expect(await capabilities()).toMatchObject({
      transcription: { state: 'NotConfigured', missing: ['deployment'] },
      audio: { state: 'Reduced', missing: ['deployment'] },
    })
    const { status, body } = await transcribe(wavOf())
    expect([status, body.code]).toEqual([409, 'transcription.notConfigured'])
    const spoken = await say()
    expect([spoken.status, spoken.bytes.toString('latin1', 0, 4)]).toEqual([200, 'RIFF'])
    expect(spoken.bytes.length).toBe(spoken.bytes.readUInt32LE(40) + 44)
    expect(spoken.name).toContain('sentence.wav')
    expect(provider.requests).toEqual([])
  })

  test('the server’s voice follows the language, and reads others as English', async () => {
    const arabic = await say({ sentence: 'مرحبا بالعالم', language: 'ar' })
    const unknown = await say({ sentence: 'Hello there.', language: 'xx' })
    const english = await say({ sentence: 'Hello there.', language: 'en' })
    expect([arabic.status, unknown.status]).toEqual([200, 200])
    expect(unknown.bytes.equals(english.bytes)).toBe(true)
    expect(arabic.bytes.length).toBeGreaterThan(10_000)
  })

  test('notation of the server’s voice is read as text', async () => {
    const spoken = await say({ sentence: '[[h@l@U]] <audio src="/etc/passwd"/> --help -f /etc/passwd' })
    expect([spoken.status, spoken.bytes.toString('latin1', 0, 4)]).toEqual([200, 'RIFF'])
  })
})

describe('with deployments', () => {
  beforeAll(() => chooseAudio(app))

  test('[R-1-011] a question is spoken, and the answer heard', async () => {
    expect(await capabilities()).toMatchObject({
      transcription: { state: 'Available', missing: [] },
      audio: { state: 'Available', missing: [] },
    })
    provider.play({ transcript: ' What is new?\n', language: 'english' })
    const before = await blobs()
    const recording = wavOf({ seconds: 3 })
    const heard = await transcribe(recording, { language: 'en' })
    expect([heard.status, heard.body]).toEqual([200, { text: 'What is new?', language: 'english' }])
    const [request] = provider.requests
    expect(request).toMatchObject({
      operation: 'transcriptions',
      fields: { model: 'whisper', language: 'en' },
    })
    expect(request?.recording?.equals(recording)).toBe(true)
    expect(await blobs()).toEqual(before)

    const sound = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(100)])
    provider.play({ sound })
    const spoken = await say()
    expect([spoken.status, spoken.bytes.equals(sound)]).toEqual([200, true])
    expect(spoken.name).toContain('sentence.mp3')
    expect(provider.requests[1]).toMatchObject({
      operation: 'speech',
      fields: { model: 'tts', input: 'Hello there.', voice: 'alloy', response_format: 'mp3' },
    })
  })

  test('the instance chooses the voice', async () => {
    await changeSettings(app, { speechVoice: 'nova' })
    await say()
    expect(provider.requests[0]?.fields.voice).toBe('nova')
    const refused = await changeSettings(app, { speechVoice: 'no spaces' })
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ field: 'speechVoice' }]])
    await changeSettings(app, { speechVoice: 'alloy' })
  })

  test('servers that make only WAV are asked again', async () => {
    const unknown = JSON.stringify({ error: { message: 'Unknown', param: 'response_format', code: 'x' } })
    provider.play({ status: 400, body: unknown }, { sound: wavOf() })
    expect((await say()).name).toContain('sentence.wav')
    expect(provider.requests.map(({ fields }) => fields.response_format)).toEqual(['mp3', undefined])
  })

  test.each([
    ['a file that isn’t a recording', 'not a recording', 422, 'transcription.format'],
    ['an empty file', '', 400, 'file.empty'],
    [
      'a recording of more than 10 minutes',
      wavOf({ seconds: 601, rate: 8_000, hertz: 0 }),
      422,
      'transcription.tooLong',
    ],
    ['three hours', wavOf({ seconds: 3 * 3600, rate: 8_000, hertz: 0 }), 413, 'transcription.tooLarge'],
  ])('%s is refused before a provider gets it', async (_, wav, status, code) => {
    const before = await blobs()
    const refused = await transcribe(wav)
    expect([refused.body.code, refused.status]).toEqual([code, status])
    expect([provider.requests, await blobs()]).toEqual([[], before])
  })

  test.each([
    [{ status: 400, body: '{"error":{"message":"no"}}' }, 502, 'transcription.rejected'],
    [{ status: 500, body: '{}' }, 502, 'transcription.failed'],
    [{ body: 'not JSON' }, 502, 'transcription.failed'],
    [{ body: '{"words":[]}' }, 502, 'transcription.failed'],
    ['silent', 504, 'transcription.timeout'],
  ] as const)('a provider that fails to transcribe is named: %o', async (reply, status, code) => {
    provider.play(reply)
    const failed = await transcribe(wavOf())
    expect([failed.body.code, failed.status]).toEqual([code, status])
  })

  test.each([
    [{ status: 404, body: '{"error":{"message":"no"}}' }, 502],
    [{ status: 500, body: '{}' }, 502],
    [{ sound: Buffer.from('<html>An error page of a proxy</html>') }, 502],
    ['silent', 504],
  ] as const)('a provider that fails to speak is named: %o', async (reply, status) => {
    provider.play(reply)
    const failed = await say()
    expect([failed.status, failed.code]).toEqual([status, expect.stringMatching(/^(speech|engine)\./)])
  })

  test('only one’s own answers are read aloud, and only for agents that one can use', async () => {
    const other = await app.token('ben')
    expect((await say({}, other)).code).toBe('speech.answerNotFound')
    expect((await say({ conversationSegmentId: randomUUID() })).code).toBe('speech.answerNotFound')
    expect((await transcribe(wavOf(), { gptSystemId: randomUUID() })).body.code).toBe('agent.notFound')
    expect(provider.requests).toEqual([])
  })

  test('what providers charge is counted and limited', async () => {
    const used = async () =>
      (
        await sql<{ purpose: string; calls: number; cost: number }>`select purpose, sum(calls)::int as calls,
          round(sum(cost))::int as cost from model_usage where purpose in ('Transcription', 'Speech')
          group by purpose order by purpose`.execute(app.platform.database.db)
      ).rows
    const of = (rows: Awaited<ReturnType<typeof used>>, purpose: string) =>
      rows.find((one) => one.purpose === purpose) ?? { calls: 0, cost: 0 }
    const before = await used()
    await transcribe(wavOf({ seconds: 30 }))
    await say({ sentence: 'x'.repeat(100) })
    const after = await used()
    // Half a minute at 0.006 dollars, and 100 characters at 15 dollars per million.
    expect(of(after, 'Transcription').cost - of(before, 'Transcription').cost).toBe(3_000)
    expect(of(after, 'Speech').cost - of(before, 'Speech').cost).toBe(1_500)
    const limit = { kind: 'Money', per: 'Day', counted: 'EachPerson', amount: 0.5 }
    expect((await changeSettings(app, { limits: [limit] })).status).toBe(200)
    await setDeployment(app, 'whisper', { purposes: ['Transcription'], minutePrice: 1.2 })
    expect((await transcribe(wavOf({ seconds: 30 }))).status).toBe(200)
    expect((await transcribe(wavOf())).body.code).toBe('usage.instanceLimit')
    expect((await say()).code).toBe('usage.instanceLimit')
    await setDeployment(app, 'tts', { purposes: ['Speech'], speechPrice: null })
    await changeSettings(app, { limits: [{ ...limit, amount: 1000 }] })
    expect((await say()).code).toBe('usage.unpriced')
    // A limit on questions doesn’t apply to listening.
    await changeSettings(app, { limits: [{ ...limit, kind: 'Messages', amount: 1 }] })
    expect((await say()).status).toBe(200)
    await setDeployment(app, 'tts', { purposes: ['Speech'], speechPrice: 15 })
    await setDeployment(app, 'whisper', { purposes: ['Transcription'], minutePrice: 0.006 })
    await changeSettings(app, { limits: [] })
  })

  test('someone who leaves ends the request, and a few run at once for each person', async () => {
    provider.play('silent')
    const gone = new AbortController()
    const body = new FormData()
    body.set('file', new File([new Uint8Array(wavOf())], 'recording.wav'))
    const leaving = fetch(new URL(`${base}/transcriptions?gptSystemId=${gptSystemId}`, app.origin), {
      ...{ method: 'POST', headers: { authorization: `Bearer ${token}` } },
      ...{ body, signal: gone.signal },
    }).catch(() => 'left')
    const held = provider.held()
    await expect.poll(() => provider.held()).toBeGreaterThan(held - 1)
    await expect.poll(() => provider.requests.length).toBe(1)
    gone.abort()
    expect(await leaving).toBe('left')
    await expect.poll(() => provider.givenUp()).toBeGreaterThan(0)
    provider.requests.length = 0
    const first = [transcribe(wavOf()), transcribe(wavOf())]
    await expect.poll(() => provider.requests.length).toBe(2)
    expect((await transcribe(wavOf())).body.code).toBe('transcription.busy')
    const ended = await Promise.all(first)
    expect(ended.map(({ body: { code } }) => code)).toEqual([
      'transcription.timeout',
      'transcription.timeout',
    ])
  })

  test('while providers get no personal data, nothing that was said is sent to one', async () => {
    await setCompliance(app, { redactsForProviders: true })
    expect(await capabilities()).toMatchObject({
      transcription: { state: 'NotConfigured', missing: ['redaction'] },
      audio: { state: 'Reduced', missing: ['redaction'] },
    })
    expect((await transcribe(wavOf())).body.code).toBe('transcription.notConfigured')
    expect((await say()).name).toContain('sentence.wav')
    expect(provider.requests).toEqual([])
    await setCompliance(app, { redactsForProviders: false })
  })
})
