import { useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useObservable } from '../../base/useObservable.ts'
import { changeSettings, settings } from '../../theme/settings.ts'
import { useProductName } from '../frame/useProductName.ts'
import { leaveTour } from '../openers/openTour.ts'
import { tourTexts } from './lang/en.ts'
import { Stage } from './Stage.tsx'
import { quickStart } from './steps.ts'
import { setTour, startTour, stopTour, tour } from './tour.ts'
import './tour.css'

/** The quick-start tour. It starts when it is mounted. */
export function Tour() {
  const t = tourTexts.useText()
  const product = useProductName()
  const { run, steps, stepIndex } = useObservable(tour)
  const wanted = useMemo(() => quickStart(t, product), [t, product])
  const running = useRef(false)
  useEffect(() => tour.subscribe(leaveWhenEnded), [])
  useEffect(() => {
    if (running.current) setTour({ steps: wanted })
    else startTour(wanted)
    running.current = true
  }, [wanted])
  useEffect(() => stopTour, [])
  useFocusBack()
  useLayoutBack()
  const step = steps[stepIndex]
  // Outside the page's root, which an open drawer hides from screen readers.
  return run && step ? createPortal(<Stage step={step} />, document.body) : null
}

/** A restarted tour starts again, so it isn't left. */
function leaveWhenEnded(): void {
  const { run, status } = tour.read()
  if (!run && (status === 'finished' || status === 'paused')) leaveTour()
}

/** Minimizes the sidebar again if the tour expanded it. */
function useLayoutBack() {
  useEffect(() => {
    const { themeLayout } = settings.read()
    return () => {
      if (settings.read().themeLayout !== themeLayout) changeSettings({ themeLayout })
    }
  }, [])
}

/** Returns the focus to where it was, or to the composer if that element is gone. */
function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      const composer = document.querySelector<HTMLElement>('[data-composer]')
      const known = before instanceof HTMLElement && before.isConnected && before !== document.body
      // After the dialog closes, because closing moves the focus, too.
      requestAnimationFrame(() => (known ? before : composer)?.focus({ preventScroll: true }))
    }
  }, [])
}
