import type { speech } from '@parlance/contract/speech'
import { api } from '../../../api/api.ts'
import { fetchFile } from '../../../api/fetchFile.ts'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'
import { jsonOf, send } from '../../../session/http.ts'

type Group = typeof speech
export type SpeechCapabilities = Answer<Group['getCapabilities']>
export type Transcript = Answer<Group['transcribe']>

export const speechApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the server can do of speech. Administrators change it rarely. */
    getSpeechCapabilities: build.query<SpeechCapabilities, void>({
      query: request('speech.getCapabilities'),
      keepUnusedDataFor: 600,
    }),
  }),
})

/** Has a WAV recording transcribed. Throws ApiError, or the signal’s reason if it was aborted. */
export async function transcribe(
  wav: Blob,
  query: Args<Group['transcribe']>,
  signal: AbortSignal,
): Promise<Transcript> {
  const body = new FormData()
  body.append('file', wav, 'recording.wav')
  const { method, path } = callOf('speech.transcribe', {})
  return jsonOf<Transcript>(await send({ method, path, query, body, signal }))
}

/** Has a sentence of an answer read aloud. Throws like `transcribe`. */
export const synthesize = (sentence: Args<Group['synthesize']>, signal: AbortSignal): Promise<Blob> =>
  fetchFile('speech.synthesize', sentence, { signal })
