import { CircleAlert, Mic } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useObservable } from '../../../base/useObservable.ts'
import { i18next } from '../../../lang/i18n.ts'
import { changeSettings, settings } from '../../../theme/settings.ts'
import { isComposing } from '../../../ui/composing.ts'
import { dictationTexts } from './lang/en.ts'
import { dictationLanguages, likelyLanguage } from './languages.ts'
import { useDictation } from './useDictation.ts'
import './dictation.css'

interface Props {
  /** Puts what was said into the message. */
  onDone: (text: string) => void
  onCancel: () => void
}

/** Dictation of a message, which is put into the field to review. The first time, it says where the recording goes. */
export default function DictationPanel(props: Props) {
  const { hasAcceptedDictation } = useObservable(settings)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.stopPropagation()
    props.onCancel()
  }
  const t = dictationTexts.useText()
  return (
    <fieldset className="dictation" aria-label={t('dictation')} onKeyDown={onKeyDown}>
      {hasAcceptedDictation ? <Listening {...props} /> : <Notice {...props} />}
    </fieldset>
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

/** Kept until the page is left. */
let chosenLanguage: string | null = null

function Listening({ onDone, onCancel }: Props) {
  const t = dictationTexts.useText()
  const [language, setLanguage] = useState(
    () => chosenLanguage ?? likelyLanguage(i18next.language, navigator.languages),
  )
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
        <label className="small m2 row">
          <span className="hidden">{t('language')}</span>
          <select
            className="in sm"
            value={language}
            onChange={(event) => {
              chosenLanguage = event.target.value
              keep()
              setLanguage(event.target.value)
            }}
          >
            {dictationLanguages(navigator.languages).map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
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

/** How often the meter moves. */
const METER_MS = 80

function LevelMeter({ level }: { level: () => number | null }) {
  const t = dictationTexts.useText()
  const meter = useRef<HTMLMeterElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      const now = level()
      setShown(now !== null)
      if (meter.current && now !== null) meter.current.value = now
    }, METER_MS)
    return () => clearInterval(timer)
  }, [level])
  return <meter ref={meter} hidden={!isShown} min={0} max={1} aria-label={t('level')} />
}

function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames(i18next.language, { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
