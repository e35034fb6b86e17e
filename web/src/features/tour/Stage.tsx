import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { isComposing } from '../../ui/composing.ts'
import { tourTexts } from './lang/en.ts'
import { measures } from './measures.ts'
import { StepView } from './StepView.tsx'
import { closeTour, tour } from './tour.ts'
import type { TourStep } from './tourState.ts'

/**
 * The overlay over the page. It is a modal dialog, so nothing below can be focused or clicked, even in open
 * menus. If the target can be used during the step, it isn't modal and has a hole.
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
    // A menu that opens hides all its siblings from screen readers, including this dialog.
    const show = () => dialog.current?.removeAttribute('aria-hidden')
    show()
    const seen = new MutationObserver(show)
    seen.observe(dialog.current!, { attributeFilter: ['aria-hidden'] })
    return () => seen.disconnect()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    // Disables the page's keyboard shortcuts until the tour ends.
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
