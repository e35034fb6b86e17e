import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'
import { changeSettings, readSettings, setDeployment } from '../../../testing/instanceSettings.ts'
import { wavOf } from '../../../testing/wav.ts'
import { speechPath } from '../video/testing/viewer.ts'
import { OFFER } from './offer.ts'

/** Lets the instance transcribe and read aloud with the deployments of the tests’ provider. */
export async function chooseAudio(app: Pick<TestApplication, 'origin' | 'token'>): Promise<void> {
  if ((await readSettings(app)).input.speechDeployment) return
  await setDeployment(app, 'whisper', { purposes: ['Transcription'], minutePrice: 0.006 })
  await setDeployment(app, 'tts', { purposes: ['Speech'], speechPrice: 15 })
  const languageEngine = 'OpenAICompatible'
  const { status, body } = await changeSettings(app, {
    transcriptionDeployment: { languageEngine, deploymentName: 'whisper' },
    speechDeployment: { languageEngine, deploymentName: 'tts' },
  })
  if (status !== 200) throw new Error(`The instance settings answered ${JSON.stringify(body)}.`)
}

/** Connects anna’s browser, which never answers. */
async function ownSession(app: TestApplication): Promise<{ speechSessionId: string }> {
  const { body } = await call<{ speechSessionId: string }>(app, speechPath('connectTextToSpeechVideo'), {
    token: await app.token('anna'),
    body: { localSdp: OFFER },
  })
  return { speechSessionId: body.speechSessionId }
}

/** Silence with a rate and sizes whose bytes are text, as its samples are. */
const recording = {
  name: 'recording.wav',
  text: wavOf({ seconds: 40 / 8_192, rate: 8_192, hertz: 0 }).toString(),
}

export default {
  'speech.connectTextToSpeechVideo': {
    access: 'signedIn',
    make: async () => ({ input: { localSdp: OFFER } }),
  },
  'speech.disconnectTextToSpeechVideo': {
    access: 'signedIn',
    make: async ({ app }) => ({ input: await ownSession(app) }),
  },
  'speech.stopSpeaking': {
    access: 'signedIn',
    make: async ({ app }) => ({ input: await ownSession(app) }),
  },
  'speech.speak': {
    access: 'signedIn',
    make: async ({ app }) => ({ input: { ...(await ownSession(app)), text: 'Hello' } }),
  },
  'speech.getCapabilities': { access: 'signedIn', make: async () => ({}) },
  'speech.transcribe': {
    access: 'signedIn',
    make: async ({ app, gptSystemId }) => {
      await chooseAudio(app)
      return { input: { gptSystemId, language: 'en' }, file: recording }
    },
  },
  'speech.synthesize': {
    access: 'signedIn',
    make: async ({ app, segmentId }) => {
      await chooseAudio(app)
      return { input: { conversationSegmentId: segmentId, sentence: 'Hello there.', language: 'en' } }
    },
  },
} satisfies Calls
