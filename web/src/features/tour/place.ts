import { measures } from './measures.ts'
import type { Placement } from './tourState.ts'

export interface Size {
  width: number
  height: number
}
export interface Box extends Size {
  x: number
  y: number
}
type Side = 'top' | 'bottom' | 'left' | 'right'

/** From the spotlight's edge to the tooltip, and the minimum from the tooltip to the window's edge. */
const GAP = 12
const EDGE = measures.narrowMargin / 2

const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

/** Returns the highlighted area: the target with its padding, clipped to the window. */
export function spotlightOf({ x, y, width, height }: Box, window: Size): Box {
  const padding = measures.spotlightPadding
  const left = Math.max(0, x - padding)
  const top = Math.max(0, y - padding)
  const right = Math.min(window.width, x + width + padding)
  const bottom = Math.min(window.height, y + height + padding)
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/**
 * Returns the tooltip's position: on the preferred side, otherwise on the first side with room, otherwise in
 * the center.
 */
export function placeTooltip(
  spotlight: Box,
  tooltip: Size,
  window: Size,
  placement: Placement,
  rtl: boolean,
): { x: number; y: number } {
  const middle = { x: (window.width - tooltip.width) / 2, y: (window.height - tooltip.height) / 2 }
  if (placement === 'center') return middle
  const wanted = sideOf(placement, rtl)
  const sides: Side[] = [wanted, opposite[wanted], 'bottom', 'top', 'right', 'left']
  const side = sides.find((one) => fits(one, spotlight, tooltip, window))
  if (!side) return middle
  const at = beside(side, spotlight, tooltip)
  return {
    x: within(at.x, window.width - tooltip.width),
    y: within(at.y, window.height - tooltip.height),
  }
}

function sideOf(placement: Exclude<Placement, 'center'>, rtl: boolean): Side {
  if (placement === 'top' || placement === 'bottom') return placement
  return (placement === 'start') === rtl ? 'right' : 'left'
}

const within = (value: number, end: number): number => Math.max(EDGE, Math.min(value, end - EDGE))

function fits(side: Side, spotlight: Box, tooltip: Size, window: Size): boolean {
  const { x, y } = beside(side, spotlight, tooltip)
  return side === 'top' || side === 'bottom'
    ? y >= EDGE && y + tooltip.height <= window.height - EDGE
    : x >= EDGE && x + tooltip.width <= window.width - EDGE
}

function beside(side: Side, spotlight: Box, tooltip: Size): { x: number; y: number } {
  const x = spotlight.x + (spotlight.width - tooltip.width) / 2
  const y = spotlight.y + (spotlight.height - tooltip.height) / 2
  if (side === 'top') return { x, y: spotlight.y - GAP - tooltip.height }
  if (side === 'bottom') return { x, y: spotlight.y + spotlight.height + GAP }
  if (side === 'left') return { x: spotlight.x - GAP - tooltip.width, y }
  return { x: spotlight.x + spotlight.width + GAP, y }
}

/** The overlay's clip path: everything except the spotlight, with rounded corners. */
export function holePath({ x, y, width, height }: Box): string {
  const r = Math.min(8, width / 2, height / 2)
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  const hole = `M${x + r} ${y}h${width - 2 * r}${arc(r, r)}v${height - 2 * r}${arc(-r, r)}h${2 * r - width}${arc(-r, -r)}v${2 * r - height}${arc(r, -r)}z`
  return `path(evenodd, "M0 0H99999V99999H0z${hole}")`
}
