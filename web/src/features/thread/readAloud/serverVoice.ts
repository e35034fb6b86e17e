import { synthesize } from '../../speech/data/api.ts'

/** Reads sentences of an answer with a voice of the server. */
export interface ServerVoice {
  /** Resolves when a sentence has been read, or once it is stopped. Throws ApiError, or what the player throws. */
  speak(sentence: string, language: string, rate: number): Promise<void>
  /** Has the next sentence made while the current one is read. */
  prepare(sentence: string, language: string): void
  /** Ends the sentence at once. */
  stop(): void
}

/** Call it upon a click: some browsers play only with a player that was created then. */
export function createServerVoice(conversationSegmentId: string): ServerVoice {
  const player = new Audio()
  /** The current sentence and the next one. */
  const made = new Map<string, Promise<Blob>>()
  let requests = new AbortController()
  let finish: () => void = () => undefined

  function make(sentence: string, language: string): Promise<Blob> {
    const known = made.get(sentence)
    if (known) return known
    for (const one of [...made.keys()].slice(0, -1)) made.delete(one)
    const making = synthesize({ conversationSegmentId, sentence, language }, requests.signal)
    made.set(sentence, making)
    // A sentence that failed is asked for again. Its failure is told when it is read.
    making.catch(() => made.delete(sentence))
    return making
  }

  return {
    async speak(sentence, language, rate) {
      const { signal } = requests
      const sound = await make(sentence, language)
      if (signal.aborted) return
      const address = URL.createObjectURL(sound)
      try {
        await new Promise<void>((resolve, reject) => {
          finish = resolve
          player.onended = () => resolve()
          player.onerror = () => reject(player.error)
          player.src = address
          player.playbackRate = rate
          player.play().catch((cause: unknown) => (signal.aborted ? resolve() : reject(cause)))
        })
      } finally {
        URL.revokeObjectURL(address)
      }
    },
    prepare: (sentence, language) => void make(sentence, language).catch(() => undefined),
    stop() {
      requests.abort()
      requests = new AbortController()
      player.pause()
      finish()
    },
  }
}
