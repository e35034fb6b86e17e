import { speech as contract } from '@parlance/contract/speech'
import type { Engines } from '../../engines/registry.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { createSpokenAudio } from './audio/audio.ts'
import { createSpending, type SpendingNeeds } from './spending.ts'
import { createTranscriptions } from './transcriptions/transcriptions.ts'

interface SpeechNeeds extends SpendingNeeds {
  engines: Engines
  instance: CurrentInstance
}

/** Dictation and reading aloud by the server, for people who are signed in. */
export function speechFeature(platform: Platform, { engines, instance, ...paying }: SpeechNeeds): void {
  const needs = { engines, instance, spending: createSpending(platform, paying) }
  const transcriptions = createTranscriptions(platform, needs)
  const audio = createSpokenAudio(platform, needs)
  serve(platform, contract, {
    async getCapabilities() {
      return { transcription: await transcriptions.state(), audio: await audio.state() }
    },
    transcribe: transcriptions.transcribe,
    synthesize: audio.synthesize,
  })
}
