import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../../../config/config.ts'
import { createEgress } from '../../../../platform/egress/egress.ts'
import {
  AZURE_ANSWER,
  type AzureConnection,
  type AzureSpeech,
  type SentMessage,
  startAzureSpeech,
} from '../../../../testing/azureSpeech.ts'
import { OFFER } from '../../testing/offer.ts'
import { AzureSession, azureLimits } from './azureSession.ts'

// The only description of the protocol is Microsoft’s client library, so both talk to the same service here.
const ICE = { urls: ['turn:relay.example.com:3478'], username: 'name', credential: 'password' }
const SENTENCES = ['It’s <tall> & "wide", isn\'t it?', 'Indeed.']
const VOICE = 'en-US-AvaMultilingualNeural'

let azure: AzureSpeech | null = null
afterEach(async () => {
  await azure?.close()
  vi.unstubAllGlobals()
})

/** What a message says, without what differs in each. */
function meaning({ path, headers, body }: SentMessage, turns: string[]): unknown {
  const { 'x-requestid': id = '', 'x-timestamp': time, ...others } = headers
  if (!turns.includes(id)) turns.push(id)
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  return { path, turn: turns.indexOf(id), others, body: body.startsWith('{') ? JSON.parse(body) : body }
}

function allOf({ messages }: AzureConnection): unknown[] {
  const turns: string[] = []
  return messages.map((message) => meaning(message, turns))
}

/** Connects with the library, whose peer connection is a stand-in for that of a browser. */
async function byLibrary(to: AzureSpeech): Promise<string> {
  vi.stubGlobal(
    'RTCSessionDescription',
    class {
      readonly sdp: string
      constructor(given: { sdp: string }) {
        this.sdp = given.sdp
      }
    },
  )
  const sdk = await import('microsoft-cognitiveservices-speech-sdk')
  let answer = ''
  const peer = {
    iceGatheringState: 'complete',
    localDescription: { type: 'offer', sdp: OFFER },
    getConfiguration: () => ({ iceServers: [ICE] }),
    createOffer: async () => ({ type: 'offer', sdp: OFFER }),
    async setLocalDescription(this: { onicecandidate?(event: object): void }) {
      this.onicecandidate?.({ candidate: null })
    },
    async setRemoteDescription({ sdp }: { sdp: string }) {
      answer = sdp
    },
  }
  const speechConfig = sdk.SpeechConfig.fromHost(new URL(to.origin.replace('http', 'ws')), to.key)
  speechConfig.speechSynthesisVoiceName = VOICE
  const avatar = new sdk.AvatarSynthesizer(
    speechConfig,
    new sdk.AvatarConfig('lisa', 'casual-sitting', new sdk.AvatarVideoFormat()),
  )
  const started = await avatar.startAvatarAsync(
    peer as unknown as Parameters<typeof avatar.startAvatarAsync>[0],
  )
  expect(started.reason).toBe(sdk.ResultReason.SynthesizingAudioCompleted)
  for (const text of SENTENCES) await avatar.speakTextAsync(text)
  to.play({ speaking: 'held' })
  const last = avatar.speakTextAsync('One more.')
  await expect.poll(() => to.connections[0]!.said().length).toBe(4)
  await avatar.stopSpeakingAsync()
  await last
  await avatar.close()
  return answer
}

async function byOurs(to: AzureSpeech): Promise<string | null> {
  const config = readConfig({ ...to.environment, DATA_DIR: '/tmp' }, () => Buffer.alloc(48))
  const egress = createEgress(['127.0.0.1'])
  let quiet = 0
  const session = new AzureSession(config.avatar.azure!, egress, azureLimits, {
    isAllowed: async () => true,
    closed: () => undefined,
    failed: () => undefined,
    quiet() {
      quiet += 1
    },
  })
  const connected = await session.connect(OFFER, ICE)
  session.speak(SENTENCES.map((text) => ({ text, voice: VOICE })))
  await expect.poll(() => quiet).toBe(1)
  to.play({ speaking: 'held' })
  session.speak([{ text: 'One more.', voice: VOICE }])
  await expect.poll(() => to.connections[0]!.said().length).toBe(4)
  session.stop()
  await expect.poll(() => quiet).toBe(2)
  session.close()
  await egress.close()
  return connected.error === null ? connected.answer : null
}

test('sends what Microsoft’s client library sends, and understands the same answers', async () => {
  azure = await startAzureSpeech()
  expect(await byLibrary(azure)).toBe(AZURE_ANSWER)
  const [library] = azure.connections.splice(0)
  azure.play({})
  expect(await byOurs(azure)).toBe(AZURE_ANSWER)
  const [ours] = azure.connections
  const [expected, sent] = [allOf(library!), allOf(ours!)]
  // Both say who they are.
  for (const [first] of [expected, sent] as { body: { context: Record<string, unknown> } }[][]) {
    expect(first?.body.context.system).toMatchObject({ name: expect.any(String), lang: 'JavaScript' })
    delete first?.body.context.system
    delete first?.body.context.os
  }
  expect(sent).toEqual(expected)
  expect(sent).toHaveLength(1 + 4 * 2 + 1)
  // The library needs the key in the URL, where browsers have to send it.
  expect(ours!.url).toBe('/tts/cognitiveservices/websocket/v1?enableTalkingAvatar=true')
  expect(library!.url.split('&')[0]).toBe(ours!.url)
  expect(ours!.headers['ocp-apim-subscription-key']).toBe(azure.key)
})
