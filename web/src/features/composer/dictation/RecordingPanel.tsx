import { CircleAlert, Mic } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorText, requestIdOf } from '../../../ui/errorText.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import { transcribe } from '../../speech/data/api.ts'
import type { DictationFailure } from './dictation.ts'
import { LanguageSelect, useSpokenLanguage } from './LanguageSelect.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { dictationTexts } from './lang/en.ts'
import { type Microphone, openMicrophone } from './microphone.ts'
import { type Recorder, startRecorder } from './recording.ts'

interface Props {
  gptSystemId: string
  /** Puts what was said into the message. */
  onDone: (text: string) => void
  onCancel: () => void
}

type State = 'Opening' | 'Recording' | 'Recorded' | 'Transcribing'

/** Dictation by the transcription deployment: records, has it written down, and puts the text into the field to review. */
export function RecordingPanel({ gptSystemId, onDone, onCancel }: Props) {
  const t = dictationTexts.useText()
  const [language, choose] = useSpokenLanguage()
  const { state, failure, level, finish, tryAgain } = useRecording({ gptSystemId, language, onDone })
  return (
    <>
      <div className="row dictation-head">
        <Mic size={16} />
        <span role="status" className="grow">
          {failure ? '' : t(`state.${state}`)}
        </span>
        {state === 'Recording' && (
          <>
            <Elapsed />
            <LevelMeter level={level} />
          </>
        )}
        <LanguageSelect language={language} choose={choose} />
      </div>
      {failure && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          <span className="grow">{failure}</span>
        </p>
      )}
      <p className="small m2">{t('recordingNotice')}</p>
      <div className="row dictation-actions">
        <button type="button" className="btn ghost sm" onClick={onCancel}>
          {t('cancel')}
        </button>
        {failure && (
          <button type="button" className="btn out sm" onClick={tryAgain}>
            {t('tryAgain')}
          </button>
        )}
        <button
          type="button"
          className="btn pri sm"
          // biome-ignore lint/a11y/noAutofocus: it opens upon a request to dictate.
          autoFocus
          aria-disabled={state !== 'Recording'}
          onClick={() => state === 'Recording' && finish()}
        >
          {t('insert')}
        </button>
      </div>
    </>
  )
}

interface Recorded {
  gptSystemId: string
  language: string
  onDone: (text: string) => void
}

function useRecording({ gptSystemId, language, onDone }: Recorded) {
  const t = dictationTexts.useText()
  const [state, setState] = useState<State>('Opening')
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const microphone = useRef<Microphone | null>(null)
  const recorder = useRef<Recorder | null>(null)
  /** Kept until it is transcribed, so that nothing has to be said twice. */
  const recording = useRef<Blob | null>(null)
  const left = useRef(new AbortController())

  const close = () => {
    microphone.current?.close()
    microphone.current = null
  }
  const failed = (why: DictationFailure) => {
    setState('Opening')
    setFailure(t(`failure.${why}`))
  }

  async function send(): Promise<void> {
    const { signal } = left.current
    setState('Transcribing')
    setFailure(null)
    try {
      if (!recording.current) return failed('NoSpeech')
      const spoken = { gptSystemId, language: language.split('-')[0] as string }
      const { text } = await transcribe(recording.current, spoken, signal)
      if (signal.aborted) return
      recording.current = null
      if (text === '') failed('NoSpeech')
      else onDone(text)
    } catch (cause) {
      if (signal.aborted) return
      setState('Recorded')
      const requestId = requestIdOf(cause)
      setFailure(
        requestId ? `${errorText(cause)} ${uiTexts.text('requestId', { id: requestId })}` : errorText(cause),
      )
    }
  }

  async function finish(): Promise<void> {
    const current = recorder.current
    recorder.current = null
    if (!current) return
    setState('Transcribing')
    try {
      recording.current = await current.stop()
    } catch {
      // The browser couldn’t read its own recording: it was ended before its first second.
      recording.current = null
    }
    close()
    await send()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another attempt opens the microphone again.
  useEffect(() => {
    const gone = new AbortController()
    left.current = gone
    async function begin(): Promise<void> {
      const opened = await openMicrophone(() => {
        // What was said before is kept.
        void finish()
      })
      if (gone.signal.aborted) return opened.close()
      microphone.current = opened
      recorder.current = startRecorder(opened.stream, () => void finish())
      setState('Recording')
    }
    setState('Opening')
    setFailure(null)
    begin().catch((cause: unknown) => {
      if (!gone.signal.aborted) failed(typeof cause === 'string' ? (cause as DictationFailure) : 'Failed')
    })
    return () => {
      gone.abort()
      recorder.current?.cancel()
      recorder.current = null
      close()
    }
  }, [attempt])

  return {
    state,
    failure,
    level: () => microphone.current?.level() ?? null,
    finish: () => void finish(),
    tryAgain: () => (recording.current ? void send() : setAttempt(attempt + 1)),
  }
}

/** How long has been recorded, by minutes and seconds. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const rest = String(seconds % 60).padStart(2, '0')
  return (
    <span className="small m2 num" aria-hidden>
      {Math.floor(seconds / 60)}:{rest}
    </span>
  )
}
