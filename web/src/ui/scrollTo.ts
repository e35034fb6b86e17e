import { client } from '@parlance/contract/limits'

/** User input that scrolls, which stops our animation. */
const byHand = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a target that can still move, such as the end of growing content, and calls `arrived` there. Jumps
 * if the user prefers reduced motion.
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

/** Starts fast and slows down at the end. */
const eased = (share: number): number => 1 - (1 - share) ** 3
