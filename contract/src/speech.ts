import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { speechAudio } from './speechAudio.ts'
import { SpeechCapability } from './speechCapability.ts'
import { IceServer, speechVideo } from './speechVideo.ts'

/** Speech in both directions: dictation, reading aloud, and a talking avatar. */
export const speech = {
  ...speechAudio,
  ...speechVideo,
  getCapabilities: endpoint({
    method: 'GET',
    path: '/api/internal/speech/capabilities',
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({
      transcription: SpeechCapability,
      /** `Reduced`: read by the server’s own voice. */
      audio: SpeechCapability,
      /** `Reduced`: the avatar speaks, but its mouth follows the loudness. */
      video: SpeechCapability.extend({
        /** Who draws the avatar and gets what it says: this server, or Azure Speech. */
        provider: z.enum(['Server', 'Azure']),
      }),
      iceServers: z.array(IceServer),
    }),
    purpose:
      'Returns whether the server can transcribe what you say, read answers aloud, and connect to a talking avatar, and how browsers connect to it.',
  }),
}
