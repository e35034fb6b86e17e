import { Pause, Play, SkipBack, SkipForward, Square } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useObservable } from '../../../base/useObservable.ts'
import { formatNumber } from '../../../lang/format.ts'
import { settings } from '../../../theme/settings.ts'
import { isComposing } from '../../../ui/composing.ts'
import { readAloudTexts } from './lang/en.ts'
import {
  acceptRemoteVoices,
  changeRate,
  continueReading,
  pauseReading,
  rates,
  stopReading,
} from './reading.ts'
import { reading } from './readingState.ts'
import './readAloud.css'

/** Controls of an answer that is read aloud. It stops when the answer is left. */
export default function ReadAloudBar() {
  const t = readAloudTexts.useText()
  const { state, at, count, isRemote, failure, detail } = useObservable(reading)
  const { speechRate } = useObservable(settings)
  const bar = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // Browsers otherwise go on speaking when the page is reloaded or left.
    addEventListener('pagehide', stopReading)
    return () => {
      removeEventListener('pagehide', stopReading)
      stopReading()
    }
  }, [])
  // The focus would be lost with the controls.
  useLayoutEffect(() => {
    const controls = bar.current
    return () => {
      if (controls?.contains(document.activeElement))
        controls.closest('.answer')?.querySelector<HTMLElement>('.read-aloud-start')?.focus()
    }
  }, [])
  const isPlaying = state === 'Playing'
  return (
    <fieldset
      ref={bar}
      className="read-aloud"
      aria-label={t('controls')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.stopPropagation()
        stopReading()
      }}
    >
      <button
        type="button"
        className="ib"
        aria-label={isPlaying ? t('pause') : t('play')}
        title={isPlaying ? t('pause') : t('play')}
        onClick={() => (isPlaying ? pauseReading() : continueReading())}
      >
        {isPlaying ? <Pause size={16} /> : <Play size={16} />}
      </button>
      <button
        type="button"
        className="ib"
        aria-label={t('back')}
        title={t('back')}
        aria-disabled={at === 0}
        onClick={() => at > 0 && continueReading(-1)}
      >
        <SkipBack size={16} className="flip" />
      </button>
      <button
        type="button"
        className="ib"
        aria-label={t('next')}
        title={t('next')}
        aria-disabled={at + 1 >= count}
        onClick={() => at + 1 < count && continueReading(1)}
      >
        <SkipForward size={16} className="flip" />
      </button>
      <span className="small m2 num">{t('place', { at: at + 1, count })}</span>
      <label className="small m2 read-aloud-rate">
        <span>{t('rate')}</span>
        <select
          className="in sm"
          value={speechRate}
          onChange={(event) => changeRate(Number(event.target.value) as (typeof rates)[number])}
        >
          {rates.map((rate) => (
            <option key={rate} value={rate}>
              {t('times', { rate: formatNumber(rate) })}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="ib" aria-label={t('stop')} title={t('stop')} onClick={stopReading}>
        <Square size={16} />
      </button>
      {failure && (
        <p className="small e" role="alert">
          {failure === 'Server' ? detail : t(`failure.${failure}`)}
        </p>
      )}
      {failure === 'Remote' && (
        <button type="button" className="btn out sm" onClick={acceptRemoteVoices}>
          {t('acceptRemote')}
        </button>
      )}
      {isRemote && !failure && <p className="small m2">{t('remote')}</p>}
    </fieldset>
  )
}
