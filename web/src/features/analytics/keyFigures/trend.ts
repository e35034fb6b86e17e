import type { Figure } from '../figures.ts'

/** Weekends would hide the trend of longer periods, so their days are averaged over a week. */
const WEEK = 7
/** A line of more points doesn’t look different. */
const MOST_POINTS = 30

/** Returns the points of a trend. Days without a shown figure are left out. */
export function trendOf(days: readonly Figure[]): number[] {
  const window = days.length < 2 * WEEK ? 1 : WEEK
  const averages = days.flatMap((_, at) => {
    if (at < window - 1) return []
    const known = days.slice(at - window + 1, at + 1).filter((day) => typeof day === 'number')
    return known.length > 0 ? [known.reduce((total, day) => total + day, 0) / known.length] : []
  })
  const step = Math.ceil(averages.length / MOST_POINTS)
  // Counted from the end, because the last days matter most.
  return averages.filter((_, at) => (averages.length - 1 - at) % step === 0)
}
