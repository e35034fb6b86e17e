import { formatDate, formatMoment } from '../../lang/format.ts'

/** Stands for a time that is only partly entered. */
export const INCOMPLETE = 'incomplete'

const two = (value: number) => String(value).padStart(2, '0')

/** Formats a time for a date and time field, in the user's time zone. */
export function toLocal(iso: string | null): string {
  const at = new Date(iso ?? Number.NaN)
  if (Number.isNaN(at.getTime())) return ''
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Converts such a field's value to UTC for storage. */
export function fromLocal(local: string): string | null {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats a start or end for display. The hour is omitted at the edges of a day, its first or last minute. */
export function readTime(iso: string, edge: '00:00' | '23:59'): string {
  const whole = toLocal(iso).endsWith(`T${edge}`)
  return whole ? formatDate(iso, { dateStyle: 'medium' }) : formatMoment(iso)
}
