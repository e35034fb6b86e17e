import { formatNumber } from '../../lang/format.ts'
import type { AnnouncementsText } from './lang/en.ts'

const MINUTE = 60_000
const HOUR = 60
const DAY = 24 * HOUR

const amount = (value: number, unit: 'day' | 'hour' | 'minute') =>
  value > 0 ? formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' }) : ''

/** A duration in its two largest units, rounded up to minutes: 12 minutes, 1 hour 30 minutes, 2 days 3 hours. */
export function durationText(ms: number, t: AnnouncementsText): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE))
  const hours = Math.floor(minutes / HOUR)
  const days = Math.floor(minutes / DAY)
  const large = days > 0 ? amount(days, 'day') : amount(hours, 'hour')
  const small = days > 0 ? amount(hours % (DAY / HOUR), 'hour') : amount(minutes % HOUR, 'minute')
  return large && small ? t('twoUnits', { large, small }) : large || small
}

/** How long until a maintenance begins, or that it is under way. */
export function countdownText(startsAt: string, now: number, t: AnnouncementsText): string {
  const left = Date.parse(startsAt) - now
  return left > 0 ? t('beginsIn', { duration: durationText(left, t) }) : t('underWay')
}
