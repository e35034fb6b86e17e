import { type RecognitionError, type RecognitionResults, speechRecognition } from './speechRecognition.ts'

/** Why dictation ended. */
export type DictationFailure =
  | 'Denied'
  | 'NoMicrophone'
  | 'Unplugged'
  | 'NoSpeech'
  | 'Unreachable'
  | 'Language'
  | 'Failed'

interface Listener {
  /** What was said so far. The last part can still change. */
  onText(sure: string, unsure: string): void
  onFailure(failure: DictationFailure): void
}

export interface Dictation {
  /** Ends without a further event. */
  stop(): void
}

const failures: Record<string, DictationFailure> = {
  'not-allowed': 'Denied',
  'service-not-allowed': 'Denied',
  'audio-capture': 'NoMicrophone',
  'no-speech': 'NoSpeech',
  network: 'Unreachable',
  'language-not-supported': 'Language',
}

/** Browsers stop listening after a pause. They are started again, but not endlessly if they stop at once. */
const SHORTEST_MS = 500
const MOST_SHORT = 3

/** Turns speech into text with the browser, until it is stopped or fails. */
export function startDictation(language: string, { onText, onFailure }: Listener): Dictation {
  const Recognition = speechRecognition()
  if (!Recognition) throw new Error('This browser doesn’t recognize speech.')
  const recognition = new Recognition()
  recognition.lang = language
  recognition.continuous = true
  recognition.interimResults = true
  let isOver = false
  /** What earlier starts have heard. */
  let before = ''
  let sure = ''
  let begunAt = 0
  let short = 0

  function fail(failure: DictationFailure): void {
    if (isOver) return
    isOver = true
    recognition.abort()
    onFailure(failure)
  }
  function begin(): void {
    begunAt = performance.now()
    try {
      recognition.start()
    } catch {
      fail('Failed')
    }
  }
  recognition.addEventListener('result', (event) => {
    if (isOver) return
    const { results } = event as RecognitionResults
    sure = ''
    let unsure = ''
    for (const result of Array.from(results)) {
      const text = result[0]?.transcript ?? ''
      if (result.isFinal) sure += text
      else unsure += text
    }
    onText(joined(before, sure), unsure.trim())
  })
  recognition.addEventListener('error', (event) => {
    const { error } = event as RecognitionError
    if (error === 'aborted') return
    // A pause is no error as long as something was heard before.
    if (error === 'no-speech' && joined(before, sure) !== '') return
    fail(failures[error] ?? 'Failed')
  })
  recognition.addEventListener('end', () => {
    if (isOver) return
    before = joined(before, sure)
    sure = ''
    onText(before, '')
    short = performance.now() - begunAt < SHORTEST_MS ? short + 1 : 0
    if (short >= MOST_SHORT) fail('Failed')
    else begin()
  })
  begin()
  return {
    stop() {
      isOver = true
      recognition.abort()
    },
  }
}

const joined = (one: string, other: string): string =>
  [one.trim(), other.trim()].filter((text) => text !== '').join(' ')
