import { useEffect, useRef, useState } from 'react'
import { type Dictation, type DictationFailure, startDictation } from './dictation.ts'
import { type Microphone, openMicrophone } from './microphone.ts'

interface Heard {
  sure: string
  unsure: string
}

const nothing: Heard = { sure: '', unsure: '' }

/** Dictation in one language, from when this is shown until it is stopped or left. */
export function useDictation(language: string) {
  const [heard, setHeard] = useState(nothing)
  const [failure, setFailure] = useState<DictationFailure | null>(null)
  const [isListening, setListening] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const microphone = useRef<Microphone | null>(null)
  /** What was heard before the language changed, or before a failure. */
  const before = useRef('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts again.
  useEffect(() => {
    let dictation: Dictation | null = null
    let isLeft = false
    const end = (why: DictationFailure | null) => {
      dictation?.stop()
      microphone.current?.close()
      microphone.current = null
      if (isLeft) return
      setListening(false)
      setFailure(why)
    }
    async function begin(): Promise<void> {
      // Where pages share one microphone, as on phones, the browser takes it for itself.
      if (matchMedia('(pointer: fine)').matches) {
        const opened = await openMicrophone(() => end('Unplugged'))
        if (isLeft) return opened.close()
        microphone.current = opened
      }
      dictation = startDictation(language, {
        onText(sure, unsure) {
          const all = [before.current, sure].filter((text) => text !== '').join(' ')
          setHeard({ sure: all, unsure })
        },
        onFailure: end,
      })
      setListening(true)
    }
    setFailure(null)
    begin().catch((cause: unknown) => end(typeof cause === 'string' ? (cause as DictationFailure) : 'Failed'))
    return () => {
      isLeft = true
      end(null)
    }
  }, [language, attempt])

  /** Keeps what was heard when dictation starts again. */
  const keep = () => {
    before.current = [heard.sure, heard.unsure].filter((text) => text !== '').join(' ')
  }
  return {
    heard,
    failure,
    isListening,
    level: () => microphone.current?.level() ?? null,
    keep,
    tryAgain() {
      keep()
      setAttempt(attempt + 1)
    },
  }
}
