import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { tourTexts } from './lang/en.ts'
import { tooltipWidth } from './measures.ts'
import { holePath } from './place.ts'
import { closeTour, goBack, goOn, lookAgain, openStep, restartTour, tour } from './tour.ts'
import type { TourStep } from './tourState.ts'
import { useGeometry } from './useGeometry.ts'

/** A step: its target stays uncovered, with the tooltip next to it. */
export function StepView({ step }: { step: TourStep }) {
  const { lifecycle } = useObservable(tour)
  const tooltip = useRef<HTMLElement>(null)
  const geometry = useGeometry(step, tooltip, lookAgain)
  const { spotlight = null, x = 0, y = 0 } = geometry ?? {}
  const width = tooltipWidth(geometry?.windowWidth ?? innerWidth)
  return (
    <>
      <div className="tour-veil" style={spotlight ? { clipPath: holePath(spotlight) } : undefined} />
      {spotlight && (
        <div
          className="tour-spotlight"
          style={{ left: spotlight.x, top: spotlight.y, width: spotlight.width, height: spotlight.height }}
        />
      )}
      {lifecycle === 'beacon' ? (
        <Beacon x={spotlight ? spotlight.x + spotlight.width : x} y={spotlight?.y ?? y} />
      ) : (
        <section ref={tooltip} className="tour-tooltip" style={{ left: x, top: y, width }}>
          <Tooltip step={step} />
        </section>
      )}
    </>
  )
}

/** The beacon, which waits to be clicked. */
function Beacon({ x, y }: { x: number; y: number }) {
  const t = tourTexts.useText()
  return (
    <button
      type="button"
      className="tour-beacon"
      id="tour-title"
      style={{ left: x, top: y }}
      aria-label={t('openStep')}
      onClick={openStep}
    />
  )
}

function Tooltip({ step }: { step: TourStep }) {
  const t = tourTexts.useText()
  const { steps, stepIndex } = useObservable(tour)
  const primary = useRef<HTMLButtonElement>(null)
  const last = stepIndex === steps.length - 1
  // The focus makes screen readers announce the step, and Enter continues.
  useEffect(() => primary.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <header className="row">
        <h2 className="h4 grow" id="tour-title">
          {step.title ?? t('tour')}
        </h2>
        <button
          type="button"
          className="ib sm"
          aria-label={t('close')}
          title={t('close')}
          onClick={closeTour}
        >
          <X size={16} />
        </button>
      </header>
      <p id="tour-content">{step.content}</p>
      <footer className="row">
        {stepIndex > 0 && (
          <button type="button" className="btn ghost sm" onClick={restartTour}>
            {t('restart')}
          </button>
        )}
        <span className="grow" />
        {stepIndex > 0 && (
          <button type="button" className="btn out sm" onClick={goBack}>
            {t('back')}
          </button>
        )}
        <button
          ref={primary}
          type="button"
          className="btn pri sm"
          aria-describedby="tour-title tour-content"
          onClick={goOn}
        >
          {last ? t('done') : t('next', { step: stepIndex + 1, steps: steps.length })}
        </button>
      </footer>
    </>
  )
}
