import type { FigureUnit } from '@parlance/contract/reports'
import type { Figure } from './figures.ts'

/** Whether more of something is better. */
export type More = 'Better' | 'Worse' | 'Neutral'

export interface Change {
  /** A share of the previous figure for `Percent`, percentage points for `Points`, or seconds. */
  by: number
  unit: 'Percent' | 'Points' | 'Seconds'
  trend: 'Up' | 'Down' | 'Same'
  tone: 'Good' | 'Bad' | 'Neutral'
}

/** Returns the change from the previous period; null if there is nothing to compare. */
export function changeOf(now: Figure, before: Figure, unit: FigureUnit, more: More): Change | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null
  if (unit === 'Percent') return changeBy(now - before, 'Points', more, 1)
  if (unit === 'Seconds') return changeBy(now - before, 'Seconds', more, 1)
  if (before === 0) return now === 0 ? changeBy(0, 'Percent', more, 1) : null
  return changeBy((now - before) / before, 'Percent', more, 3)
}

/** A change that rounds to zero as displayed is no change. */
function changeBy(exact: number, unit: Change['unit'], more: More, digits: number): Change {
  const scale = 10 ** digits
  const rounded = Math.round(exact * scale) / scale
  const by = rounded === 0 ? 0 : rounded
  const trend = by > 0 ? 'Up' : by < 0 ? 'Down' : 'Same'
  const isGood = (trend === 'Up') === (more === 'Better')
  return {
    by,
    unit,
    trend,
    tone: trend === 'Same' || more === 'Neutral' ? 'Neutral' : isGood ? 'Good' : 'Bad',
  }
}
