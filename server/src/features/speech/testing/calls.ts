import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { changeSettings, readSettings, setDeployment } from '../../../testing/instanceSettings.ts'
import { wavOf } from '../../../testing/wav.ts'

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

/** A rate whose bytes are text, as those of silence are. */
const recording = { name: 'recording.wav', text: wavOf({ seconds: 0.01, rate: 8_192, hertz: 0 }).toString() }

export default {
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
