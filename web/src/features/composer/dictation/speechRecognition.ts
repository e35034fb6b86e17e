/** What browsers offer of https://webaudio.github.io/web-speech-api, as far as it is used here. */
interface SpeechRecognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
}
export interface RecognitionResults extends Event {
  readonly resultIndex: number
  readonly results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}
export interface RecognitionError extends Event {
  readonly error: string
}

type Create = new () => SpeechRecognition
type Offered = { SpeechRecognition?: Create; webkitSpeechRecognition?: Create }

/** Returns how to recognize speech in this browser; null if it can’t. */
export const speechRecognition = (): Create | null => {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as Offered
  return SpeechRecognition ?? webkitSpeechRecognition ?? null
}
