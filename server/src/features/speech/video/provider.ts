import type { SpeechCapability } from '@parlance/contract/speechCapability'
import type { IceServer } from '@parlance/contract/speechVideo'
import type { z } from 'zod'
import type { AvatarWorker, WorkerEvents } from './worker.ts'

/** Whose avatars talk: this server’s, or those of a service. */
export interface AvatarProvider {
  name: 'Server' | 'Azure'
  capability(): Promise<z.input<typeof SpeechCapability>>
  iceServers(userId: string): Promise<z.input<typeof IceServer>[]>
  /** Throws unless avatars can talk now. */
  demand(): Promise<void>
  start(events: WorkerEvents): AvatarWorker
  /** Returns what is sent of a browser’s offer; null if it is none. */
  offerOf(localSdp: string): string | null
  /** Returns the answer as the browser gets it. */
  answerOf(sdp: string): string
  voiceOf(language: string): string
  /** If someone is paid for speech: what a million characters cost in US dollars, null if that is unknown. */
  paid: { speechPrice: number | null } | null
}
