import { formatDate } from '../../lang/format.ts'
import { analyticsTexts } from './lang/en.ts'

const DAY_MS = 86_400_000

/** Formats a day of a report, `YYYY-MM-DD`, which is in UTC. */
const formatDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  formatDate(day, { timeZone: 'UTC', ...options })

/** Mon, November 16 */
export const dayName = (day: string): string =>
  formatDay(day, { weekday: 'short', month: 'long', day: 'numeric' })
/** Nov 16, 2026 */
export const fullDay = (day: string): string =>
  formatDay(day, { year: 'numeric', month: 'short', day: 'numeric' })
/** Nov 16 */
export const shortDay = (day: string): string => formatDay(day, { month: 'short', day: 'numeric' })
/** November 2026, for `2026-11` or a day of it. */
export const monthName = (month: string): string => formatDay(month, { month: 'long', year: 'numeric' })
/** Nov 2026 */
export const shortMonth = (month: string): string => formatDay(month, { month: 'short', year: 'numeric' })

/** Formats an hour of the day from 0 to 24, as the locale does: 10 AM. */
export const hourName = (hour: number): string =>
  formatDate(new Date(Date.UTC(2024, 0, 1, hour)), { timeZone: 'UTC', hour: 'numeric' })

/** Formats a weekday from 1 for Monday. January 1, 2024 was a Monday. */
export const weekdayName = (weekday: number, length: 'short' | 'long'): string =>
  formatDate(new Date(Date.UTC(2024, 0, weekday)), { timeZone: 'UTC', weekday: length })

/** October 23 to November 21, 2026 */
export function rangeText(from: string, to: string): string {
  const full = { month: 'long', day: 'numeric', year: 'numeric' } as const
  if (from === to) return formatDay(from, full)
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  return analyticsTexts.text('range', {
    from: formatDay(from, isSameYear ? { month: 'long', day: 'numeric' } : full),
    to: formatDay(to, full),
  })
}

interface Days {
  from: string
  to: string
}

export const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Whether a period is as long as the one before it, which ends the day before. */
export const isJustBefore = (before: Days, now: Days): boolean =>
  Date.parse(now.from) - Date.parse(before.to) === DAY_MS && lengthOf(before) === lengthOf(now)
