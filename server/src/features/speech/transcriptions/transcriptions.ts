import { limits } from '@parlance/contract/limits'
import type { speech } from '@parlance/contract/speech'
import { type Engines, isSame, type TranscriptionDeployment } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fewAtOnce } from '../../../platform/rates/fewAtOnce.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import type { Spending } from '../spending.ts'
import { readWav } from './wav.ts'

interface Needs {
  engines: Engines
  instance: Pick<CurrentInstance, 'read'>
  spending: Spending
}

/** Recordings of up to 25 MB are in memory while they are sent. */
const atOnce = { each: 2, all: 8, error: 'transcription.busy' } as const

/** Turns recordings into text with the deployment that the instance chose. Recordings aren’t kept. */
export function createTranscriptions(
  { blobs, redaction }: Pick<Platform, 'blobs' | 'redaction'>,
  { engines, instance, spending }: Needs,
) {
  const oneOfFew = fewAtOnce(atOnce)

  /** Returns the chosen deployment; null if there is none. What people say can’t be redacted, so it then isn’t sent. */
  async function deployment(): Promise<TranscriptionDeployment | null> {
    const { transcriptionDeployment: chosen } = await instance.read()
    if (!chosen || (await redaction.redactsForProviders())) return null
    return (await engines.current()).transcribers().find((one) => isSame(one, chosen)) ?? null
  }

  async function read(call: Call<typeof speech.transcribe>): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of blobs.read(call.upload.blobKey)) parts.push(part as Buffer)
    return Buffer.concat(parts)
  }

  async function transcribe(call: Call<typeof speech.transcribe>) {
    const { actor, input, signal } = call
    const chosen = await deployment()
    if (!chosen) throw new AppError('transcription.notConfigured')
    const recorded = readWav(await read(call))
    if (!recorded) throw new AppError('transcription.format')
    const { wav, seconds } = recorded
    if (seconds > limits.recordingSeconds) throw new AppError('transcription.tooLong')
    const { minutePrice } = chosen
    const dollars = minutePrice === null ? null : (minutePrice * seconds) / 60
    return spending.spend(
      { actor, gptSystemId: input.gptSystemId },
      chosen,
      { purpose: 'Transcription', dollars },
      async () => {
        const recording = { wav, language: input.language ?? null }
        return (await engines.current()).transcribe(chosen, recording, signal)
      },
    )
  }

  return {
    async state() {
      if (await deployment()) return { state: 'Available' as const, missing: [] }
      const { transcriptionDeployment: chosen } = await instance.read()
      const missing = chosen && (await redaction.redactsForProviders()) ? 'redaction' : 'deployment'
      return { state: 'NotConfigured' as const, missing: [missing] }
    },
    async transcribe(call: Call<typeof speech.transcribe>) {
      try {
        return await oneOfFew(call.actor.userId, () => transcribe(call))
      } finally {
        await blobs.remove(call.upload.blobKey)
      }
    },
  }
}
