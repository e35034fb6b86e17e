import type { SpeechCapabilities } from '../speech/data/api.ts'
import { type AzureEvent, azureEventOf } from './azureEvents.ts'

/** A network that takes longer lets no video through. */
const CONNECT_MS = 15_000
/** Candidates that come later aren’t sent, so a slow helper server mustn’t delay the others. */
const GATHER_MS = 1500

export interface News {
  stream(stream: MediaStream): void
  /** What is spoken now; null for nothing. */
  sentence(sentence: string | null): void
  azure(event: AzureEvent): void
  connected(): void
  /** The server has ended the session, and says why. */
  ended(reason: string): void
  lost(kind: 'Unreachable' | 'Lost'): void
}

/** A connection that receives an avatar. */
export interface Connection {
  /** Returns the offer with all its candidates. */
  offer(): Promise<string>
  accept(answer: string): Promise<void>
  close(): void
}

/** Who the avatar comes from, and what helps to connect to it. */
export type Whence = Pick<SpeechCapabilities, 'iceServers'> & Pick<SpeechCapabilities['video'], 'provider'>

export function createConnection({ iceServers, provider }: Whence, news: News): Connection {
  const connection = new RTCPeerConnection({
    iceServers: iceServers.map(({ urls, username, credential }) => ({
      urls,
      ...(username && credential ? { username, credential } : {}),
    })),
  })
  let timer = 0
  let wasConnected = false
  // Azure wants to be offered both directions, although nothing is sent to it.
  const direction = provider === 'Azure' ? 'sendrecv' : 'recvonly'
  connection.addTransceiver('audio', { direction })
  connection.addTransceiver('video', { direction })
  if (provider === 'Azure') followAzure(connection, news)
  else followServer(connection, news)
  const stream = new MediaStream()
  connection.addEventListener('track', ({ track }) => {
    stream.addTrack(track)
    news.stream(stream)
  })
  connection.addEventListener('connectionstatechange', () => {
    const state = connection.connectionState
    if (state === 'connected') {
      wasConnected = true
      clearTimeout(timer)
      news.connected()
    } else if (state === 'failed') news.lost(wasConnected ? 'Lost' : 'Unreachable')
  })
  return {
    async offer() {
      await connection.setLocalDescription(await connection.createOffer())
      await gathered(connection)
      return connection.localDescription?.sdp ?? ''
    },
    async accept(sdp) {
      timer = window.setTimeout(() => news.lost('Unreachable'), CONNECT_MS)
      await connection.setRemoteDescription({ type: 'answer', sdp })
    },
    close() {
      clearTimeout(timer)
      connection.close()
    },
  }
}

function followServer(connection: RTCPeerConnection, news: News): void {
  connection.createDataChannel('subtitles').addEventListener('message', ({ data }: MessageEvent<string>) => {
    const said = JSON.parse(data) as { sentence: string | null } | { ended: string }
    if ('ended' in said) news.ended(said.ended)
    else news.sentence(said.sentence)
  })
}

/** Azure opens a channel of its own, but only if the browser offers one. */
function followAzure(connection: RTCPeerConnection, news: News): void {
  let used: RTCDataChannel | null = null
  const follow = (channel: RTCDataChannel) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      used ??= channel
      const event = azureEventOf(data)
      if (event && used === channel) news.azure(event)
    })
    channel.addEventListener('close', () => {
      if (used === channel) news.lost('Lost')
    })
  }
  follow(connection.createDataChannel('eventChannel'))
  connection.addEventListener('datachannel', ({ channel }) => follow(channel))
}

function gathered(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, GATHER_MS)
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return
      clearTimeout(timer)
      resolve()
    })
  })
}
