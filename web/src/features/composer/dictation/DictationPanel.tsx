import { CircleAlert, Mic } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useObservable } from '../../../base/useObservable.ts'
import { changeSettings, settings } from '../../../theme/settings.ts'
import { isComposing } from '../../../ui/composing.ts'
import { speechApi } from '../../speech/data/api.ts'
import { LanguageSelect, useSpokenLanguage } from './LanguageSelect.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { dictationTexts } from './lang/en.ts'
import { RecordingPanel } from './RecordingPanel.tsx'
import { speechRecognition } from './speechRecognition.ts'
import { useDictation } from './useDictation.ts'
import './dictation.css'

interface Props {
  /** The agent that will be asked. Null if only the browser can turn speech into text. */
  gptSystemId: string | null
  /** Puts what was said into the message. */
  onDone: (text: string) => void
  onCancel: () => void
}

/**
 * Dictation of a message, which is put into the field to review: by the transcription deployment if there is one, else by
 * the browser. The first time, that says where the recording goes.
 */
export default function DictationPanel(props: Props) {
  const { hasAcceptedDictation } = useObservable(settings)
  const { gptSystemId } = props
  const { data, isError } = speechApi.useGetSpeechCapabilitiesQuery(undefined, { skip: gptSystemId === null })
  const isKnown = gptSystemId === null || data !== undefined || isError
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.stopPropagation()
    props.onCancel()
  }
  const t = dictationTexts.useText()
  return (
    <fieldset className="dictation" aria-label={t('dictation')} onKeyDown={onKeyDown}>
      {!isKnown ? (
        <p role="status">{t('starting')}</p>
      ) : gptSystemId !== null && data?.transcription.state === 'Available' ? (
        <RecordingPanel {...props} gptSystemId={gptSystemId} />
      ) : !speechRecognition() ? (
        <Unsupported {...props} />
      ) : hasAcceptedDictation ? (
        <Listening {...props} />
      ) : (
        <Notice {...props} />
      )}
    </fieldset>
  )
}

function Unsupported({ onCancel }: Props) {
  const t = dictationTexts.useText()
  return (
    <>
      <p role="alert">{t('unsupported')}</p>
      <div className="row dictation-actions">
        {/* biome-ignore lint/a11y/noAutofocus: it opens upon a request to dictate. */}
        <button type="button" className="btn out sm" autoFocus onClick={onCancel}>
          {t('close')}
        </button>
      </div>
    </>
  )
}

function Notice({ onCancel }: Props) {
  const t = dictationTexts.useText()
  return (
    <>
      <p>{t('notice')}</p>
      <div className="row dictation-actions">
        <button type="button" className="btn ghost sm" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button
          type="button"
          className="btn pri sm"
          // biome-ignore lint/a11y/noAutofocus: it opens upon a request to dictate.
          autoFocus
          onClick={() => changeSettings({ hasAcceptedDictation: true })}
        >
          {t('accept')}
        </button>
      </div>
    </>
  )
}

function Listening({ onDone, onCancel }: Props) {
  const t = dictationTexts.useText()
  const [language, choose] = useSpokenLanguage()
  const { heard, failure, isListening, level, keep, tryAgain } = useDictation(language)
  const text = [heard.sure, heard.unsure].filter((part) => part !== '').join(' ')
  return (
    <>
      <div className="row dictation-head">
        <Mic size={16} />
        <span role="status" className="grow">
          {failure ? '' : isListening ? t('listening') : t('starting')}
        </span>
        {isListening && <LevelMeter level={level} />}
        <LanguageSelect
          language={language}
          choose={(next) => {
            keep()
            choose(next)
          }}
        />
      </div>
      {text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll long text.
        <p className="dictation-text" dir="auto" tabIndex={0}>
          {heard.sure} <span className="m3">{heard.unsure}</span>
        </p>
      )}
      {failure && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          <span className="grow">{t(`failure.${failure}`)}</span>
        </p>
      )}
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
          aria-disabled={text === ''}
          onClick={() => text !== '' && onDone(text)}
        >
          {t('insert')}
        </button>
      </div>
    </>
  )
}
