import { Readable } from 'node:stream'
import type { speech } from '@parlance/contract/speech'
import { type Engines, isSame, type SpeechDeployment } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fewAtOnce } from '../../../platform/rates/fewAtOnce.ts'
import { findAgentOfAnswer } from '../../conversations/index.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { MILLION, type Spending } from '../spending.ts'
import { type Espeak, findEspeak } from './espeak.ts'

interface Needs {
  engines: Engines
  instance: Pick<CurrentInstance, 'read'>
  spending: Spending
  /** Finds the server’s own voices. Replaced in tests of a server without them. */
  espeak?: () => Promise<Espeak | null>
}

/** The sentence that is read, and the next one. */
const atOnce = { each: 4, all: 16, error: 'speech.busy' } as const

/** Reads sentences aloud with the deployment that the instance chose, or else with the server’s own voices. */
export function createSpokenAudio(
  { database, redaction }: Pick<Platform, 'database' | 'redaction'>,
  { engines, instance, spending, espeak = findEspeak }: Needs,
) {
  const oneOfFew = fewAtOnce(atOnce)
  let found: Promise<Espeak | null> | null = null
  const ownVoices = () => {
    found ??= espeak().then((voices) => {
      // A busy machine can take too long to list its voices.
      if (!voices) found = null
      return voices
    })
    return found
  }

  /** Returns the chosen deployment; null if there is none. Placeholders for personal data aren’t worth hearing. */
  async function deployment(): Promise<(SpeechDeployment & { voice: string }) | null> {
    const { speechDeployment: chosen, speechVoice: voice } = await instance.read()
    if (!chosen || (await redaction.redactsForProviders())) return null
    const one = (await engines.current()).speakers().find((other) => isSame(other, chosen))
    return one ? { ...one, voice } : null
  }

  async function spoken({ actor, input, signal }: Call<typeof speech.synthesize>) {
    const { conversationSegmentId, sentence, language } = input
    const gptSystemId = await findAgentOfAnswer(database.db, actor, conversationSegmentId)
    if (!gptSystemId) throw new AppError('speech.answerNotFound')
    const chosen = await deployment()
    if (!chosen) {
      const own = await ownVoices()
      if (!own) throw new AppError('speech.notConfigured')
      return { bytes: await own.speak(sentence, language, signal), name: 'sentence.wav' }
    }
    const { speechPrice, voice } = chosen
    const dollars = speechPrice === null ? null : (speechPrice * sentence.length) / MILLION
    const { bytes, mimeType } = await spending.spend(
      { actor, gptSystemId },
      chosen,
      { purpose: 'Speech', dollars },
      async () => (await engines.current()).speak(chosen, { text: sentence, voice }, signal),
    )
    return { bytes, name: mimeType === 'audio/wav' ? 'sentence.wav' : 'sentence.mp3' }
  }

  return {
    async state() {
      if (await deployment()) return { state: 'Available' as const, missing: [] }
      const { speechDeployment: chosen } = await instance.read()
      const missing = chosen && (await redaction.redactsForProviders()) ? 'redaction' : 'deployment'
      if (await ownVoices()) return { state: 'Reduced' as const, missing: [missing] }
      return { state: 'NotConfigured' as const, missing: [missing, 'espeak-ng'] }
    },
    synthesize: (call: Call<typeof speech.synthesize>) =>
      oneOfFew(call.actor.userId, async () => {
        const { bytes, name } = await spoken(call)
        return { name, size: bytes.length, bytes: Readable.from([bytes]) }
      }),
  }
}
