import { formatDate, formatNumber } from '../../lang/format.ts'
import { agentDiscoveryTexts } from './lang/en.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats an age as briefly as possible: minutes, hours, weekday, or date, with the year if it differs. */
export function shortAge(at: string, now = new Date()): string {
  const then = new Date(at)
  const ago = now.getTime() - then.getTime()
  const inUnits = (value: number, unit: 'minute' | 'hour') =>
    formatNumber(Math.floor(value), { style: 'unit', unit, unitDisplay: 'short' })
  if (ago < MINUTE) return agentDiscoveryTexts.text('now')
  if (ago < HOUR) return inUnits(ago / MINUTE, 'minute')
  if (ago < DAY) return inUnits(ago / HOUR, 'hour')
  if (ago < 6 * DAY) return formatDate(then, { weekday: 'short' })
  const isThisYear = then.getFullYear() === now.getFullYear()
  return formatDate(then, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) })
}
