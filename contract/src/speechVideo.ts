import { z } from 'zod'
import { endpoint, id, nothing, text } from './endpoint.ts'
import { limits } from './limits.ts'

const SpeechSession = z.strictObject({ speechSessionId: id })

/** A server that helps browsers connect. Its credentials are those of the caller, and expire. */
export const IceServer = z.object({
  urls: z.string(),
  username: z.string().nullable(),
  credential: z.string().nullable(),
})

/** The talking avatar: a video connection of one person, which speaks what it is given. */
export const speechVideo = {
  connectTextToSpeechVideo: endpoint({
    method: 'POST',
    path: '/api/internal/speech/connectTextToSpeechVideo',
    access: 'signedIn',
    rate: 'model',
    audit: 'none',
    // An answer fits one connection of one browser, so a repeated call makes a new one, and ends the first.
    idempotency: 'none',
    input: z.strictObject({ localSdp: z.string().min(1).max(limits.sdp) }),
    response: z.object({ speechSessionId: id, remoteSdp: z.string() }),
    purpose:
      'Connects the caller’s browser to a talking avatar by WebRTC. The offer has to receive audio and video, and can have a data channel named `subtitles`. Ends the caller’s earlier session.',
  }),
  disconnectTextToSpeechVideo: endpoint({
    method: 'POST',
    path: '/api/internal/speech/disconnectTextToSpeechVideo',
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    input: SpeechSession,
    response: nothing,
    purpose: 'Ends a session of the caller. Ending it again changes nothing.',
  }),
  stopSpeaking: endpoint({
    method: 'POST',
    path: '/api/internal/speech/stopSpeaking',
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    input: SpeechSession,
    response: nothing,
    purpose: 'Silences the avatar, and drops what it was still going to say.',
  }),
  speak: endpoint({
    method: 'POST',
    path: '/api/internal/speech/speak',
    access: 'signedIn',
    rate: 'model',
    audit: 'none',
    idempotency: 'none',
    input: z.strictObject({
      speechSessionId: id,
      conversationSegmentId: id.optional(),
      text: text(1, limits.spokenText).optional(),
    }),
    /** In the order in which they are spoken. */
    response: z.object({ sentences: z.array(z.string()) }),
    purpose:
      'Speaks an answer of the caller’s conversations or a text, one of both, after what is still being said. Code, tables, formulas, and marks of sources are left out. An avatar of Azure speaks answers only.',
  }),
}
