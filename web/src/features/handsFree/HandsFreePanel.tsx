import { AudioLines, CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { changeSettings, settings } from '../../theme/settings.ts'
import { isComposing } from '../../ui/composing.ts'
import { errorText } from '../../ui/errorText.ts'
import { LanguageSelect, useSpokenLanguage } from '../composer/dictation/LanguageSelect.tsx'
import { LevelMeter } from '../composer/dictation/LevelMeter.tsx'
import { dictationTexts } from '../composer/dictation/lang/en.ts'
import { speechRecognition } from '../composer/dictation/speechRecognition.ts'
import { speechApi } from '../speech/data/api.ts'
import type { HandsFreeState } from './handsFree.ts'
import { handsFreeTexts } from './lang/en.ts'
import { endConversation, type Talk, useHandsFree } from './useHandsFree.ts'
import '../composer/dictation/dictation.css'
import './handsFree.css'

interface Props extends Talk {
  onClose: () => void
}

/**
 * A conversation by voice: what is said is asked after a pause, and the answer is read aloud. The first time, it says where
 * the recordings go.
 */
export default function HandsFreePanel(props: Props) {
  const t = handsFreeTexts.useText()
  const common = dictationTexts.useText()
  const { hasAcceptedDictation } = useObservable(settings)
  const { data, isError } = speechApi.useGetSpeechCapabilitiesQuery()
  const isByServer = data?.transcription.state === 'Available'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.stopPropagation()
    props.onClose()
  }
  return (
    <fieldset className="dictation hands-free" aria-label={t('title')} onKeyDown={onKeyDown}>
      {!data && !isError ? (
        <p role="status">{t('phase.Opening')}</p>
      ) : !isByServer && !speechRecognition() ? (
        <Note text={common('unsupported')} isAlert {...props} />
      ) : !isByServer && !hasAcceptedDictation ? (
        <Note
          text={t('byBrowser')}
          {...props}
          accept={() => changeSettings({ hasAcceptedDictation: true })}
        />
      ) : (
        <Conversation {...props} isByServer={isByServer} />
      )}
    </fieldset>
  )
}

interface NoteProps extends Props {
  text: string
  isAlert?: boolean
  accept?: () => void
}

function Note({ text, isAlert, onClose, accept }: NoteProps) {
  const t = handsFreeTexts.useText()
  return (
    <>
      <p role={isAlert ? 'alert' : undefined}>{text}</p>
      <div className="row dictation-actions">
        <button type="button" className="btn ghost sm" onClick={onClose}>
          {t('close')}
        </button>
        {accept && (
          // biome-ignore lint/a11y/noAutofocus: it opens upon a request to speak.
          <button type="button" className="btn pri sm" autoFocus onClick={accept}>
            {t('accept')}
          </button>
        )}
      </div>
    </>
  )
}

function Conversation({ onClose, isByServer, ...talk }: Props & { isByServer: boolean }) {
  const t = handsFreeTexts.useText()
  const [language, choose] = useSpokenLanguage()
  const { handsFree, phase, failure, isOpen } = useHandsFree(talk, language, isByServer)
  const text = useFailureText(failure)
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => end.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <div className="row dictation-head">
        <AudioLines size={16} className="hands-free-mark" data-phase={phase} />
        <span role="status" className="grow">
          {isOpen || phase === 'Opening' ? t(`phase.${phase}`) : t('stopped')}
        </span>
        {isOpen && <LevelMeter level={handsFree.level} />}
        <LanguageSelect language={language} choose={choose} />
      </div>
      {text && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          <span className="grow">{text}</span>
        </p>
      )}
      {isByServer && <p className="small m2">{t('byServer')}</p>}
      <div className="row dictation-actions">
        {!isOpen && failure && (
          <button type="button" className="btn out sm" onClick={() => void handsFree.open()}>
            {t('tryAgain')}
          </button>
        )}
        {(phase === 'Speaking' || phase === 'Answering') && (
          <button type="button" className="btn out sm" onClick={handsFree.interrupt}>
            {t('interrupt')}
          </button>
        )}
        <button
          ref={end}
          type="button"
          className="btn pri sm"
          onClick={() => {
            endConversation()
            onClose()
          }}
        >
          {t('end')}
        </button>
      </div>
    </>
  )
}

function useFailureText(failure: HandsFreeState['failure']): string | null {
  const t = handsFreeTexts.useText()
  const common = dictationTexts.useText()
  if (failure === null) return null
  if (failure === 'AnswerFailed') return t('failedAnswer')
  return typeof failure === 'object' ? errorText(failure.error) : common(`failure.${failure}`)
}
