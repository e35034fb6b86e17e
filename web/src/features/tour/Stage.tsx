import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { isComposing } from '../../ui/composing.ts'
import { measures } from './measures.ts'
import { StepView } from './StepView.tsx'
import { closeTour, tour } from './tour.ts'
import type { TourStep } from './tourState.ts'
import { tourTexts } from './tourTexts.ts'

/**
 * What covers the page: a modal dialog, so that nothing below takes the focus or a press, whatever menus are open there.
 * Where the target is to be used meanwhile it is none, and its veil has a hole.
 */
export function Stage({ step }: { step: TourStep }) {
  const t = tourTexts.useText()
  const { lifecycle } = useObservable(tour)
  const dialog = useRef<HTMLDialogElement>(null)
  const modal = !step.spotlightClicks
  useEffect(() => {
    const { current } = dialog
    if (modal) current?.showModal()
    else current?.show()
    return () => current?.close()
  }, [modal])
  useEffect(() => {
    // A menu that opens meanwhile hides all that stands beside it from screen readers, and this as well.
    const show = () => dialog.current?.removeAttribute('aria-hidden')
    show()
    const seen = new MutationObserver(show)
    seen.observe(dialog.current!, { attributeFilter: ['aria-hidden'] })
    return () => seen.disconnect()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    // The page's own keys wait until the tour has ended.
    event.stopPropagation()
    if (event.key !== 'Escape' || isComposing(event)) return
    event.preventDefault()
    closeTour()
  }
  const shown = lifecycle === 'tooltip' || lifecycle === 'beacon'
  return (
    <dialog
      ref={dialog}
      className="tour"
      data-modal={modal}
      style={{ zIndex: measures.zIndex }}
      aria-label={shown ? undefined : t('tour')}
      aria-labelledby={shown ? 'tour-title' : undefined}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        closeTour()
      }}
    >
      {shown ? <StepView key={step.target} step={step} /> : <div className="tour-veil" />}
    </dialog>
  )
}
