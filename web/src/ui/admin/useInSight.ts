import { type RefObject, useEffect } from 'react'

/**
 * Keeps the selected entry of a scrollable row or column visible: initially, after a change of selection, and after
 * a resize. Only the row or column scrolls, never the page.
 */
export function useInSight(line: RefObject<HTMLElement | null>, chosen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer reports the size immediately.
  useEffect(() => {
    const element = line.current
    if (!element) return
    const sizes = new ResizeObserver(() => {
      const entry = element.querySelector(':is([aria-selected="true"], [aria-current])')
      if (!entry) return
      const own = entry.getBoundingClientRect()
      const room = element.getBoundingClientRect()
      if (own.left < room.left) element.scrollLeft += own.left - room.left
      else if (own.right > room.right) element.scrollLeft += own.right - room.right
      if (own.top < room.top) element.scrollTop += own.top - room.top
      else if (own.bottom > room.bottom) element.scrollTop += own.bottom - room.bottom
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [line, chosen])
}
