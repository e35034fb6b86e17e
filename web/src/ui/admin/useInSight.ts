import { type RefObject, useEffect } from 'react'

/**
 * Of a line that shows a part of its entries, the chosen one is in sight: at first, after another one is chosen, and
 * when the window is turned. Only the line moves, never the page.
 */
export function useInSight(line: RefObject<HTMLElement | null>, chosen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is observed says its size at once.
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
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [line, chosen])
}
