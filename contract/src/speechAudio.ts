import { z } from 'zod'
import { endpoint, id, nothing, text } from './endpoint.ts'
import { limits } from './limits.ts'

const signedIn = { access: 'signedIn', audit: 'none' } as const
const base = '/api/internal/speech' as const
/** A language by ISO 639. */
const language = z.string().regex(/^[a-z]{2,3}$/, 'Enter a language such as "en" or "ar".')

export const speechAudio = {
  transcribe: endpoint({
    ...signedIn,
    kind: 'upload',
    method: 'POST',
    path: `${base}/transcriptions`,
    rate: 'model',
    idempotency: 'none',
    largest: { bytes: limits.recordingBytes, error: 'transcription.tooLarge' },
    input: z.strictObject({
      /** The agent that will be asked, whose limits in money count the cost. */
      gptSystemId: id,
      /** The spoken language. Without it, the provider finds out. */
      language: language.optional(),
    }),
    response: z.object({ text: z.string(), language: z.string().nullable() }),
    purpose:
      'Transcribes a WAV recording of up to 10 minutes with the transcription deployment. The recording isn’t stored.',
  }),
  synthesize: endpoint({
    ...signedIn,
    kind: 'file',
    method: 'POST',
    path: `${base}/audio`,
    rate: 'speech',
    idempotency: 'none',
    input: z.strictObject({
      conversationSegmentId: id,
      sentence: text(1, limits.spokenSentence),
      language,
    }),
    response: nothing,
    purpose: 'Reads a sentence of one of your answers aloud, as MP3 or WAV.',
  }),
}
