import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Box, placeTooltip, spotlightOf } from './place.ts'
import { targetOf } from './targets.ts'
import type { TourStep } from './tourState.ts'

interface Geometry {
  spotlight: Box | null
  /** The tooltip's top left corner. */
  x: number
  y: number
  windowWidth: number
}

/**
 * Returns the positions of the spotlight and the tooltip, updated on every frame. The target can move when a
 * menu opens, a list scrolls or the window changes. `lost` is called when it is gone.
 */
export function useGeometry(
  step: TourStep,
  tooltip: RefObject<HTMLElement | null>,
  lost: () => void,
): Geometry | null {
  const [geometry, setGeometry] = useState<Geometry | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per step, and `lost` is a module function.
  useLayoutEffect(() => {
    let frame = 0
    const follow = () => {
      const now = measure(step, tooltip.current)
      if (!now) {
        lost()
        return
      }
      setGeometry((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [step, tooltip])
  return geometry
}

function measure({ target, placement = 'bottom' }: TourStep, tooltip: HTMLElement | null): Geometry | null {
  const element = targetOf(target)
  if (!element) return null
  const window = { width: innerWidth, height: innerHeight }
  const spotlight = spotlightOf(element.getBoundingClientRect(), window)
  const size = { width: tooltip?.offsetWidth ?? 0, height: tooltip?.offsetHeight ?? 0 }
  const rtl = document.documentElement.dir === 'rtl'
  return {
    ...placeTooltip(spotlight, size, window, placement, rtl),
    spotlight: placement === 'center' ? null : spotlight,
    windowWidth: window.width,
  }
}
