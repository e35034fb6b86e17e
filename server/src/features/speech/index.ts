import { speech as contract } from '@parlance/contract/speech'
import type { Engines } from '../../engines/registry.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { createSpokenAudio } from './audio/audio.ts'
import { createSpending, type SpendingNeeds } from './spending.ts'
import { createTranscriptions } from './transcriptions/transcriptions.ts'
import { createVideo, type VideoNeeds } from './video/service.ts'

export { azureAvatarFault } from './video/azure/fault.ts'

interface SpeechNeeds extends SpendingNeeds, VideoNeeds {
  engines: Engines
  instance: CurrentInstance
}

/** Dictation, reading aloud, and the talking avatar, for people who are signed in. */
export function speechFeature(platform: Platform, { engines, instance, ...needs }: SpeechNeeds) {
  const common = { engines, instance, spending: createSpending(platform, needs) }
  const transcriptions = createTranscriptions(platform, common)
  const audio = createSpokenAudio(platform, common)
  const video = createVideo(platform, { ...needs, ...common })
  serve(platform, contract, {
    ...video.handlers,
    async getCapabilities({ actor }) {
      return {
        transcription: await transcriptions.state(),
        audio: await audio.state(),
        video: await video.capability(),
        iceServers: await video.iceServers(actor.userId),
      }
    },
    transcribe: transcriptions.transcribe,
    synthesize: audio.synthesize,
  })
  return {
    async stop() {
      video.stop()
    },
  }
}
