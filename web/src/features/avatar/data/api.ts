import type { speech } from '@parlance/contract/speech'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'

type Contract = typeof speech

/** The calls of the talking avatar. */
export const avatarApi = api.injectEndpoints({
  endpoints: (build) => ({
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
    speak: build.mutation<Answer<Contract['speak']>, Args<Contract['speak']>>({
      query: request('speech.speak'),
    }),
  }),
})
