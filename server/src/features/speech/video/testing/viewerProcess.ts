// A browser of a test: receives an avatar's video and sound by WebRTC. It is a process of its own because native code
// ends it with a crash unless it exits explicitly.
import { createRequire } from 'node:module'

/** What a viewer has received so far. */
export interface Seen {
  connection: string
  frames: number
  width: number
  height: number
  /** Frames that differ from the one before. */
  changes: number
  /** The loudest moment since the last report, from 0 to 1. */
  loudness: number
  /** What was said to be spoken: null for silence. */
  subtitles: (string | null)[]
  /** Why the session ended. */
  ended: string | null
}

interface Sink {
  onframe?: (event: { frame: { width: number; height: number; data: Uint8Array } }) => void
  ondata?: (event: { samples: Int16Array }) => void
}

interface Connection {
  iceGatheringState: string
  connectionState: string
  localDescription: { sdp: string } | null
  addTransceiver(kind: string, options: { direction: string }): void
  createDataChannel(label: string): {
    addEventListener(type: 'message', listener: (event: { data: string }) => void): void
  }
  createOffer(): Promise<unknown>
  setLocalDescription(description: unknown): Promise<void>
  setRemoteDescription(description: { type: string; sdp: string }): Promise<void>
  addEventListener(type: string, listener: (event: { track: { kind: string } }) => void): void
}

const { RTCPeerConnection, nonstandard } = createRequire(import.meta.url)('@roamhq/wrtc') as {
  RTCPeerConnection: new () => Connection
  nonstandard: Record<'RTCVideoSink' | 'RTCAudioSink', new (track: unknown) => Sink>
}

const seen: Seen = {
  ...{
    connection: 'new',
    frames: 0,
    width: 0,
    height: 0,
    changes: 0,
    loudness: 0,
    subtitles: [],
    ended: null,
  },
}
const connection = new RTCPeerConnection()
connection.addTransceiver('audio', { direction: 'recvonly' })
connection.addTransceiver('video', { direction: 'recvonly' })
connection.createDataChannel('subtitles').addEventListener('message', ({ data }) => {
  const news = JSON.parse(data) as { sentence: string | null } | { ended: string }
  if ('ended' in news) seen.ended = news.ended
  else seen.subtitles.push(news.sentence)
})
connection.addEventListener('connectionstatechange', () => {
  seen.connection = connection.connectionState
})
/** Sinks are collected as garbage if no one holds them. */
const sinks: Sink[] = []
connection.addEventListener('track', ({ track }) => {
  if (track.kind === 'video') {
    const sink = new nonstandard.RTCVideoSink(track)
    let last = 0
    sink.onframe = ({ frame: { width, height, data } }) => {
      seen.frames += 1
      Object.assign(seen, { width, height })
      const sum = data.reduce((total, value, at) => total + value * ((at % 7) + 1), 0)
      if (sum !== last) seen.changes += 1
      last = sum
    }
    sinks.push(sink)
  } else {
    const sink = new nonstandard.RTCAudioSink(track)
    sink.ondata = ({ samples }) => {
      const power = samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length
      seen.loudness = Math.max(seen.loudness, Math.sqrt(power))
    }
    sinks.push(sink)
  }
})

async function offer(): Promise<string> {
  await connection.setLocalDescription(await connection.createOffer())
  while (connection.iceGatheringState !== 'complete') await new Promise((resolve) => setTimeout(resolve, 10))
  return connection.localDescription?.sdp ?? ''
}

process.on('disconnect', () => process.exit(0))
process.on('message', (asked: { do: 'offer' } | { do: 'answer'; sdp: string } | { do: 'see' }) => {
  if (asked.do === 'offer') void offer().then((sdp) => process.send?.(sdp))
  else if (asked.do === 'answer')
    void connection
      .setRemoteDescription({ type: 'answer', sdp: asked.sdp })
      .then(() => process.send?.('answered'))
  else {
    process.send?.(structuredClone(seen))
    seen.loudness = 0
  }
})
