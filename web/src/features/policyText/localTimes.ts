import { formatDate } from '../../lang/format.ts'

/** In place of a time of which only a part has been typed. */
export const INCOMPLETE = 'incomplete'

const two = (value: number) => String(value).padStart(2, '0')

/** A time as a field for date and time has it: in the time zone of whoever looks. */
export function toLocal(iso: string | null): string {
  const at = new Date(iso ?? Number.NaN)
  if (Number.isNaN(at.getTime())) return ''
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** What such a field says, as it is stored: in UTC. */
export function fromLocal(local: string): string | null {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A bound as it is read: the hour only where it is not the day's own edge, its first minute or its last. */
export function readTime(iso: string, edge: '00:00' | '23:59'): string {
  const whole = toLocal(iso).endsWith(`T${edge}`)
  return formatDate(iso, whole ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' })
}
