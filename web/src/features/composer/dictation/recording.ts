import { limits } from '@parlance/contract/limits'

/** What recognizers of speech work with. */
const RATE = 16_000

export interface Recorder {
  /** Ends the recording and returns it from a second on, as a WAV file. Null if nothing was recorded. */
  stop(from?: number): Promise<Blob | null>
  /** Ends it without a result. */
  cancel(): void
}

/** Records what a microphone hears, up to the longest recording that the server takes. Then it calls `onFull`. */
export function startRecorder(stream: MediaStream, onFull: () => void): Recorder {
  const recorder = new MediaRecorder(stream)
  const parts: Blob[] = []
  let ended: () => void = () => undefined
  const end = new Promise<void>((resolve) => {
    ended = resolve
  })
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  recorder.addEventListener('stop', () => ended())
  recorder.addEventListener('error', () => ended())
  // In pieces, so that what was recorded before the microphone is unplugged is kept.
  recorder.start(1000)
  const timer = setTimeout(onFull, (limits.recordingSeconds - 1) * 1000)
  const close = () => {
    clearTimeout(timer)
    if (recorder.state === 'inactive') ended()
    else recorder.stop()
  }
  return {
    async stop(from = 0) {
      close()
      await end
      const recorded = new Blob(parts, { type: recorder.mimeType })
      return recorded.size === 0 ? null : toWav(recorded, from)
    },
    cancel: close,
  }
}

/** Turns what a browser recorded, in whichever format, into a WAV file that every server understands. */
async function toWav(recorded: Blob, from: number): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, RATE)
  const audio = await context.decodeAudioData(await recorded.arrayBuffer())
  const channels = Array.from({ length: audio.numberOfChannels }, (_, at) => audio.getChannelData(at))
  const mono = new Float32Array(audio.length)
  for (const channel of channels)
    for (const [at, sample] of channel.entries()) mono[at]! += sample / channels.length
  return wavOf(mono.subarray(Math.floor(from * RATE)), RATE)
}

/** Returns samples from -1 to 1 as a WAV file in PCM with 16 bits. */
function wavOf(samples: Float32Array, rate: number): Blob {
  const bytes = samples.length * 2
  const view = new DataView(new ArrayBuffer(44 + bytes))
  const write = (at: number, text: string) => {
    for (const [by, letter] of [...text].entries()) view.setUint8(at + by, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, 36 + bytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, bytes, true)
  for (const [at, sample] of samples.entries())
    view.setInt16(44 + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true)
  return new Blob([view.buffer], { type: 'audio/wav' })
}
