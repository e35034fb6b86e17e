import { z } from 'zod'

// The messages of Microsoft’s client library (microsoft-cognitiveservices-speech-sdk 1.52.0). The service’s protocol
// isn’t documented otherwise.

const MOST_SDP = 64 * 1024

export interface ServiceMessage {
  path: string
  requestId: string
  body: string
}

/** Returns a message as it is sent: headers, an empty line, and the body. */
export function written(
  path: string,
  requestId: string,
  contentType: string,
  body: string,
  now: Date,
): string {
  const headers = [
    `Path: ${path}`,
    `X-RequestId: ${requestId}`,
    `X-Timestamp: ${now.toISOString()}`,
    `Content-Type: ${contentType}`,
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

/** Returns what a received text says; null if it isn’t a message. */
export function read(text: string): ServiceMessage | null {
  const end = text.indexOf('\r\n\r\n')
  const headers = new Map(
    (end < 0 ? text : text.slice(0, end)).split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const [path, requestId] = [headers.get('path'), headers.get('x-requestid')]
  if (!path || !requestId) return null
  return {
    path: path.toLowerCase(),
    requestId: requestId.toLowerCase(),
    body: end < 0 ? '' : text.slice(end + 4),
  }
}

export interface IceCredentials {
  urls: readonly string[]
  username: string
  credential: string
}

export interface Figure {
  character: string
  style: string | null
}

/** Returns the first message of a connection: the avatar, and the browser’s offer. */
export function speechConfig({ character, style }: Figure, offer: string, ice: IceCredentials): string {
  const clientDescription = Buffer.from(JSON.stringify({ type: 'offer', sdp: offer })).toString('base64')
  const video = {
    format: {
      bitrate: 2_000_000,
      codec: 'H264',
      crop: { bottomRight: {}, topLeft: {} },
      resolution: { height: 1080, width: 1920 },
    },
    protocol: { name: 'WebRTC', webrtcConfig: { clientDescription, iceServers: [ice] } },
    talkingAvatar: {
      background: { image: {} },
      character,
      customized: false,
      ...(style !== null && { style }),
      useBuiltInVoice: false,
    },
  }
  const system = { name: 'Parlance', version: '1', build: 'JavaScript', lang: 'JavaScript' }
  const os = { platform: 'Node', name: 'unknown', version: 'unknown' }
  return JSON.stringify({ context: { system, os, synthesis: { video } } })
}

/** Precedes each text. The service demands a format of sound, which it then doesn’t use. */
export const synthesisContext = JSON.stringify({
  synthesis: {
    audio: {
      metadataOptions: { bookmarkEnabled: false, sessionEndEnabled: true, visemeEnabled: false },
      outputFormat: 'raw-24khz-16bit-mono-pcm',
    },
    language: {},
  },
})

const Started = z.object({ webrtc: z.object({ connectionString: z.string().max(2 * MOST_SDP) }) })
const Description = z.object({ type: z.literal('answer'), sdp: z.string().startsWith('v=0').max(MOST_SDP) })

/** Returns the answer to the browser’s offer, which the first turn starts with; null if it has none. */
export function answerIn(body: string): string | null {
  const started = Started.safeParse(json(body))
  if (!started.success) return null
  const text = Buffer.from(started.data.webrtc.connectionString, 'base64').toString('utf8')
  const description = Description.safeParse(json(text))
  return description.success ? description.data.sdp : null
}

const Metadata = z.object({
  Metadata: z.array(
    z.object({ Type: z.string(), Data: z.object({ Name: z.string().optional() }).optional() }),
  ),
})

/** Whether the service says that the browser has gone. */
export function isSessionClosed(body: string): boolean {
  const read = Metadata.safeParse(json(body))
  return (
    read.success &&
    read.data.Metadata.some(
      ({ Type, Data }) => Type === 'TalkingAvatarSignal' && Data?.Name === 'SessionClosed',
    )
  )
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
