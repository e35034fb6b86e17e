import { Worker } from 'node:worker_threads'
import type { Sentence } from '../messages.ts'
import type { Spoken } from './playback.ts'
import type { SpokenUtterance, Utterance, VoiceSource } from './voiceThread.ts'

/** The longest that a sentence is computed. After that, the thread is replaced. */
const MOST_MS = 15_000

/** Speaks one sentence after another in its own thread. */
export class Voice {
  readonly #source: VoiceSource
  #thread: Worker | null = null
  #nextId = 1

  constructor(source: VoiceSource) {
    this.#source = source
  }

  /** Loads the voice, which takes a third of a second, before it is needed. */
  prepare(): void {
    this.#thread ??= this.#start()
  }

  /** Returns null for a sentence that can’t be spoken. */
  async speak({ text, voice }: Sentence): Promise<Spoken | null> {
    this.prepare()
    const thread = this.#thread as Worker
    const id = this.#nextId++
    return new Promise((resolve) => {
      const finish = (spoken: Spoken | null) => {
        clearTimeout(timer)
        thread.off('message', onMessage)
        thread.off('exit', onExit)
        resolve(spoken)
      }
      const onExit = () => finish(null)
      const onMessage = ({ id: of, samples, mouths }: SpokenUtterance) => {
        if (of === id) finish(samples && { text, samples, mouths })
      }
      const timer = setTimeout(() => {
        void thread.terminate()
        finish(null)
      }, MOST_MS)
      thread.on('message', onMessage)
      thread.on('exit', onExit)
      thread.postMessage({ id, text, voice } satisfies Utterance)
    })
  }

  #start(): Worker {
    const thread = new Worker(new URL('./voiceThread.ts', import.meta.url), { workerData: this.#source })
    thread.setMaxListeners(0)
    // What it throws ends it, and callers that wait for it learn it from that.
    thread.on('error', () => undefined)
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = null
    })
    return thread
  }
}
