import type { DictationFailure } from './dictation.ts'

export interface Microphone {
  stream: MediaStream
  /** How loud it is now, from 0 to 1. */
  level(): number
  close(): void
}

/** What the level of ordinary speech is multiplied by, so that it fills most of the meter. */
const GAIN = 4

/** Opens the microphone, without echoes of what is played. Throws a DictationFailure. `onGone` is called if it is unplugged. */
export async function openMicrophone(onGone: () => void): Promise<Microphone> {
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true } })
  } catch (cause) {
    throw failureOf(cause)
  }
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  for (const track of stream.getTracks()) track.addEventListener('ended', onGone)
  return {
    stream,
    level() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length
      return Math.min(1, Math.sqrt(power) * GAIN)
    },
    close() {
      for (const track of stream.getTracks()) {
        track.removeEventListener('ended', onGone)
        track.stop()
      }
      void context.close()
    },
  }
}

function failureOf(cause: unknown): DictationFailure {
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'Denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'NoMicrophone'
  return 'Failed'
}
