// Runs in a thread of its own, because the voice computes a sentence at once, for up to seconds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { mouthsByLoudness, mouthsOf, type TimedMouth, type TimedSound } from './mouth.ts'
import { resample } from './resample.ts'

/** espeak as a package that says its sounds, or the system’s program, which doesn’t. */
export type VoiceSource = { module: string } | { program: string }

export interface Utterance {
  id: number
  text: string
  voice: string
}

export interface SpokenUtterance {
  id: number
  samples: Int16Array | null
  mouths: readonly TimedMouth[]
}

interface Espeak {
  samplerate: number
  set_voice(name: string): number
  set_rate(wordsPerMinute: number): void
  synthesize(
    text: string,
    heard: (samples: Int16Array, events: { type: string; audio_position: number; id: unknown }[]) => void,
  ): void
}

type Voice = (utterance: Utterance) => Promise<{ samples: Int16Array; mouths: TimedMouth[] }>

const WORDS_PER_MINUTE = 165
/** A sentence that takes longer isn’t one. */
const MOST_SECONDS = 60

async function withModule(file: string): Promise<Voice> {
  const { default: load } = (await import(pathToFileURL(file).href)) as {
    default: () => Promise<{ eSpeakNGWorker: new () => Espeak }>
  }
  const { eSpeakNGWorker } = await load()
  const espeak = await new eSpeakNGWorker()
  espeak.set_rate(WORDS_PER_MINUTE)
  return async ({ text, voice }) => {
    if (espeak.set_voice(voice) !== 0) espeak.set_voice('en-us')
    const pieces: Int16Array[] = []
    const sounds: TimedSound[] = []
    let length = 0
    espeak.synthesize(text, (heard, events) => {
      // The next piece takes the same memory.
      const piece = new Int16Array(heard)
      if (length < MOST_SECONDS * espeak.samplerate) pieces.push(piece)
      length += piece.length
      for (const { type, audio_position: at, id } of events)
        if (type === 'phoneme') sounds.push({ at, sound: String(id).replaceAll(/[ˈˌː]/g, '') })
    })
    return { samples: joined(pieces), mouths: mouthsOf(sounds) }
  }
}

const WAV_HEADER = 44
const WAV_RATE_AT = 24

function withProgram(program: string): Voice {
  return async ({ text, voice }) => {
    const child = spawn(program, ['--stdin', '--stdout', '-v', voice, '-s', String(WORDS_PER_MINUTE)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(text)
    const received: Buffer[] = []
    let size = 0
    const ended = once(child, 'close')
    for await (const chunk of child.stdout) {
      size += (chunk as Buffer).length
      if (size > MOST_SECONDS * 2 * 48_000) child.kill('SIGKILL')
      else received.push(chunk as Buffer)
    }
    await ended
    const wave = Buffer.concat(received)
    if (wave.length <= WAV_HEADER) throw new Error('The voice said nothing.')
    const data = wave.subarray(WAV_HEADER)
    const samples = new Int16Array(data.length >> 1)
    for (let at = 0; at < samples.length; at += 1) samples[at] = data.readInt16LE(at * 2)
    const rate = wave.readUInt32LE(WAV_RATE_AT)
    return { samples: resampleFrom(samples, rate), mouths: mouthsByLoudness(samples, rate) }
  }
}

const ESPEAK_RATE = 22_050
const resampleFrom = (samples: Int16Array, rate: number) =>
  rate >= 8000 && rate <= 48_000 ? resample(samples, rate) : resample(samples, ESPEAK_RATE)

function joined(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return resample(whole, ESPEAK_RATE)
}

const source = workerData as VoiceSource
const voice = 'module' in source ? withModule(source.module) : Promise.resolve(withProgram(source.program))

let last: Promise<unknown> = Promise.resolve()
parentPort?.on('message', (utterance: Utterance) => {
  last = last.then(async () => {
    const { id } = utterance
    try {
      const { samples, mouths } = await (await voice)(utterance)
      const spoken: SpokenUtterance = { id, samples, mouths }
      parentPort?.postMessage(spoken, [samples.buffer as ArrayBuffer])
    } catch {
      parentPort?.postMessage({ id, samples: null, mouths: [] } satisfies SpokenUtterance)
    }
  })
})
