import { client } from '@parlance/contract/limits'

/** What a person does to scroll, which ends a movement of ours. */
const byHand = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a place that may still move, such as the end of what grows, and calls `arrived` there. Whoever wants no
 * motion is there at once.
 */
export function scrollTo(
  scroller: HTMLElement,
  place: () => number,
  arrived: () => void = () => {},
  ms: number = client.scrollAnimationMs,
): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scroller.scrollTop = place()
    arrived()
    return
  }
  const from = scroller.scrollTop
  const started = performance.now()
  let interrupted = false
  const interrupt = () => {
    interrupted = true
  }
  for (const name of byHand) scroller.addEventListener(name, interrupt, { once: true, passive: true })
  const step = (now: number) => {
    const share = Math.min(1, Math.max(0, now - started) / ms)
    if (!interrupted) scroller.scrollTop = from + (place() - from) * eased(share)
    if (!interrupted && share < 1) {
      requestAnimationFrame(step)
      return
    }
    for (const name of byHand) scroller.removeEventListener(name, interrupt)
    if (!interrupted) arrived()
  }
  requestAnimationFrame(step)
}

/** Fast at first, slow where it arrives. */
const eased = (share: number): number => 1 - (1 - share) ** 3
