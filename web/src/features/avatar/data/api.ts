import type { speech } from '@parlance/contract/speech'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'

type Contract = typeof speech
export type SpeechCapabilities = Answer<Contract['getCapabilities']>

export const speechApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCapabilities: build.query<SpeechCapabilities, void>({
      query: request('speech.getCapabilities'),
      // Credentials for connecting expire, so they are fetched again before each connection.
      keepUnusedDataFor: 600,
    }),
    connectTextToSpeechVideo: build.mutation<
      Answer<Contract['connectTextToSpeechVideo']>,
      Args<Contract['connectTextToSpeechVideo']>
    >({ query: request('speech.connectTextToSpeechVideo') }),
    disconnectTextToSpeechVideo: build.mutation<null, Args<Contract['disconnectTextToSpeechVideo']>>({
      query: request('speech.disconnectTextToSpeechVideo'),
    }),
    stopSpeaking: build.mutation<null, Args<Contract['stopSpeaking']>>({
      query: request('speech.stopSpeaking'),
    }),
    speak: build.mutation<null, Args<Contract['speak']>>({ query: request('speech.speak') }),
  }),
})
