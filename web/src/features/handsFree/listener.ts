import { type DictationFailure, startDictation } from '../composer/dictation/dictation.ts'
import { type Microphone, openMicrophone } from '../composer/dictation/microphone.ts'
import { type Recorder, startRecorder } from '../composer/dictation/recording.ts'
import { createVoiceActivity } from './voiceActivity.ts'

export interface ListenerEvents {
  /** Someone begins to speak. */
  onSpeech(): void
  /** They have ended. Now it is written down. */
  onEnd(): void
  /** What they said; empty if it wasn’t speech. */
  onText(text: string): void
  /** It doesn’t listen anymore if a device or the browser failed, and otherwise waits for the next try. */
  onFailure(failure: DictationFailure | { error: unknown }): void
}

export interface Listener {
  level(): number
  stop(): void
}

interface Options {
  /** The language that is spoken, which can change. */
  language(): string
  /** Whether an answer is being read aloud, which the microphone can hear. */
  isPlaying(): boolean
  /** Has a recording written down by the server. Null to let the browser turn speech into text. */
  transcribe: ((wav: Blob) => Promise<string>) | null
}

const LOOK_MS = 30
/** Before the voice is noticed, its first sound was already there. */
const BEFORE_MS = 400
/** A recording without speech is started again, so that little has to be decoded when someone speaks. */
const QUIET_MS = 8_000

/** Listens until it is stopped. Throws a DictationFailure if there is no microphone. */
export async function listen(options: Options, events: ListenerEvents): Promise<Listener> {
  let isOver = false
  const microphone = await openMicrophone(() => {
    stop()
    events.onFailure('Unplugged')
  })
  const written = options.transcribe
    ? byServer(microphone, options.transcribe, events)
    : byBrowser(options.language, events)
  const activity = createVoiceActivity(options.isPlaying)
  const timer = setInterval(() => {
    const noticed = activity.hear(microphone.level(), performance.now())
    if (noticed === 'Began') {
      written.begin()
      events.onSpeech()
    } else if (noticed === 'Ended') {
      events.onEnd()
      void written.end()
    } else written.wait()
  }, LOOK_MS)
  function stop(): void {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    written.stop()
    microphone.close()
  }
  return { level: microphone.level, stop }
}

interface Written {
  begin(): void
  end(): Promise<void>
  /** Nothing changed. */
  wait(): void
  stop(): void
}

/** Records all the time, and has what was said between two pauses written down. */
function byServer(
  { stream }: Microphone,
  transcribe: (wav: Blob) => Promise<string>,
  events: ListenerEvents,
): Written {
  let isOver = false
  let recorder: Recorder
  let startedAt = 0
  let spokenFrom: number | null = null
  const start = () => {
    startedAt = performance.now()
    recorder = startRecorder(stream, () => void end())
  }
  async function end(): Promise<void> {
    const from = spokenFrom === null ? 0 : Math.max(0, spokenFrom - BEFORE_MS - startedAt) / 1000
    const recorded = recorder
    spokenFrom = null
    start()
    try {
      const wav = await recorded.stop(from)
      const text = wav ? await transcribe(wav) : ''
      if (!isOver) events.onText(text)
    } catch (error) {
      if (!isOver) events.onFailure({ error })
    }
  }
  start()
  return {
    begin() {
      spokenFrom = performance.now()
    },
    end,
    wait() {
      if (spokenFrom !== null || performance.now() - startedAt < QUIET_MS) return
      recorder.cancel()
      start()
    },
    stop() {
      isOver = true
      recorder.cancel()
    },
  }
}

/** After the last word, browsers still change it for a moment. */
const SETTLES_MS = 700

/** Lets the browser listen while someone speaks. It would otherwise hear the answer that is read aloud. */
function byBrowser(language: () => string, events: ListenerEvents): Written {
  let dictation: ReturnType<typeof startDictation> | null = null
  let heard = ''
  let isOver = false
  const finish = () => {
    dictation?.stop()
    dictation = null
    const text = heard
    heard = ''
    return text
  }
  return {
    begin() {
      if (dictation) return
      dictation = startDictation(language(), {
        onText(sure, unsure) {
          heard = [sure, unsure].filter((part) => part !== '').join(' ')
        },
        onFailure(failure) {
          finish()
          if (failure === 'NoSpeech') events.onText('')
          else events.onFailure(failure)
        },
      })
    },
    async end() {
      await new Promise((resolve) => setTimeout(resolve, SETTLES_MS))
      if (!isOver && dictation) events.onText(finish())
    },
    wait: () => undefined,
    stop() {
      isOver = true
      finish()
    },
  }
}
