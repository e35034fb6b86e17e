import { withValues } from '../../../ui/addressParams.ts'

/** The state in the audit log's URL: the filters and the open entry. */
export interface AuditAddress {
  search: string
  area: string
  outcome: string
  /** Number of days up to today, `between` for two dates, or '' for all. */
  time: string
  /** Dates such as `2026-11-21`, or '' for none. */
  from: string
  to: string
  person: string
  object: string
  entry: string
}

const names = ['search', 'area', 'outcome', 'time', 'from', 'to', 'person', 'object', 'entry'] as const
export const times = ['1', '7', '30', 'between'] as const
export const outcomes = ['Done', 'Refused', 'Failed'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/

export function readAddress(params: URLSearchParams): AuditAddress {
  const read = Object.fromEntries(
    names.map((name) => [name, params.get(name) ?? '']),
  ) as unknown as AuditAddress
  const one = (value: string, of: readonly string[]) => (of.includes(value) ? value : '')
  const day = (value: string) => (DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : '')
  return {
    ...read,
    outcome: one(read.outcome, outcomes),
    time: one(read.time, times),
    from: day(read.from),
    to: day(read.to),
  }
}

/**
 * Returns the URL parameters with a change. Leaves out empty values, and dates that the time filter doesn't
 * use.
 */
export function withChange(params: URLSearchParams, change: Partial<AuditAddress>): URLSearchParams {
  const days = change.time !== undefined && change.time !== 'between' ? { from: '', to: '' } : {}
  return withValues(params, { ...change, ...days })
}

/** The filter sent to the server. Times count from local midnight, so they stay the same all day. */
export interface AuditFilter {
  search?: string
  area?: string
  outcome?: 'Done' | 'Refused' | 'Failed'
  userId?: string
  entityId?: string
  from?: string
  to?: string
}

export function filterOf(address: AuditAddress, now: Date): AuditFilter {
  const { search, area, outcome, person, object } = address
  const midnight = (day: string, plus = 0) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    return new Date(year, month - 1, date + plus).toISOString()
  }
  const between = address.time === 'between'
  const days = Number(address.time)
  const from = between
    ? address.from && midnight(address.from)
    : days > 0
      ? new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString()
      : ''
  const to = between && address.to ? midnight(address.to, 1) : ''
  return {
    ...(search ? { search } : {}),
    ...(area ? { area } : {}),
    ...(outcome ? { outcome: outcome as 'Done' } : {}),
    ...(person ? { userId: person } : {}),
    ...(object ? { entityId: object } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

/** Groups entries, sorted newest first, by the local day they were created. */
export function byDay<Entry extends { at: string }>(entries: readonly Entry[]): [day: string, Entry[]][] {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const at = new Date(entry.at)
    const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-')
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}
