import { createRequire } from 'node:module'
import type { Connect, EndReason } from '../messages.ts'
import { PIECE } from './playback.ts'
import { HEIGHT, WIDTH } from './portrait.ts'
import { PLAYED_RATE } from './resample.ts'

interface Track {
  stop(): void
}
interface AudioSource {
  createTrack(): Track
  onData(data: {
    samples: Int16Array
    sampleRate: number
    bitsPerSample: number
    channelCount: number
    numberOfFrames: number
  }): void
}
interface VideoSource {
  createTrack(): Track
  onFrame(frame: { width: number; height: number; data: Uint8ClampedArray }): void
}
interface Channel {
  readyState: string
  label: string
  send(text: string): void
}
interface PeerConnection {
  iceGatheringState: string
  connectionState: string
  localDescription: { sdp: string } | null
  addTrack(track: Track, stream: unknown): unknown
  setRemoteDescription(description: { type: 'offer'; sdp: string }): Promise<void>
  createAnswer(): Promise<{ type: string; sdp: string }>
  setLocalDescription(description: unknown): Promise<void>
  addEventListener(type: string, listener: (event: { channel?: Channel }) => void): void
  close(): void
}
/** The part of @roamhq/wrtc that is used. */
interface Wrtc {
  RTCPeerConnection: new (settings: unknown) => PeerConnection
  MediaStream: new () => unknown
  nonstandard: {
    RTCAudioSource: new () => AudioSource
    RTCVideoSource: new () => VideoSource
  }
}

/** Throws if the native code can’t be loaded. */
export const loadWrtc = (file: string): Wrtc => createRequire(import.meta.url)(file) as Wrtc

/** Addresses of servers that don’t answer are left out. */
const GATHER_MS = 2000
/** A lost browser may come back in this time. */
const LOST_MS = 15_000
/** A browser that never connects. */
const CONNECT_MS = 30_000

/** What a browser gets: the sentence that is spoken now, null for none, or why the session ends. */
type News = { sentence: string | null } | { ended: EndReason }

/** A connection with a browser, which gets video, sound, and what is spoken. */
export interface Peer {
  sdp: string
  sendAudio(piece: Int16Array): void
  sendVideo(frame: Uint8ClampedArray): void
  /** Tells the browser what is spoken now, or that the session ends, if it listens. */
  tell(news: News): void
  close(): void
}

/** Answers an offer. Throws if it can’t be used. */
export async function connectPeer(
  { RTCPeerConnection, MediaStream, nonstandard }: Wrtc,
  { sdp, stunUrls, ports }: Pick<Connect, 'sdp' | 'stunUrls' | 'ports'>,
  closed: () => void,
): Promise<Peer> {
  const connection = new RTCPeerConnection({
    iceServers: stunUrls.map((urls) => ({ urls })),
    ...(ports ? { portRange: ports } : {}),
  })
  const [audio, video] = [new nonstandard.RTCAudioSource(), new nonstandard.RTCVideoSource()]
  const tracks = [audio.createTrack(), video.createTrack()]
  let channel: Channel | null = null
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    clearTimeout(lost)
    for (const track of tracks) track.stop()
    connection.close()
    closed()
  }
  let lost = setTimeout(close, CONNECT_MS)
  connection.addEventListener('connectionstatechange', () => {
    const state = connection.connectionState
    if (state === 'failed' || state === 'closed') return close()
    clearTimeout(lost)
    if (state === 'disconnected') lost = setTimeout(close, LOST_MS)
    else if (state !== 'connected') lost = setTimeout(close, CONNECT_MS)
  })
  connection.addEventListener('datachannel', (event) => {
    if (event.channel?.label === 'subtitles') channel = event.channel
  })
  try {
    await connection.setRemoteDescription({ type: 'offer', sdp })
    const stream = new MediaStream()
    for (const track of tracks) connection.addTrack(track, stream)
    await connection.setLocalDescription(await connection.createAnswer())
    await gathered(connection)
    const answer = connection.localDescription?.sdp
    if (!answer) throw new Error('There is no answer to this offer.')
    return {
      sdp: answer,
      sendAudio(samples) {
        if (!isClosed)
          audio.onData({
            samples,
            sampleRate: PLAYED_RATE,
            bitsPerSample: 16,
            channelCount: 1,
            numberOfFrames: PIECE,
          })
      },
      sendVideo(data) {
        if (!isClosed) video.onFrame({ width: WIDTH, height: HEIGHT, data })
      },
      tell(news) {
        if (!isClosed && channel?.readyState === 'open') channel.send(JSON.stringify(news))
      },
      close,
    }
  } catch (cause) {
    close()
    throw cause
  }
}

async function gathered(connection: PeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, GATHER_MS)
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return
      clearTimeout(timer)
      resolve()
    })
  })
}
