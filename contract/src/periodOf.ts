import type { ReportingPeriod } from './reports.ts'

export interface Period {
  /** The first and the last day, as `YYYY-MM-DD`. */
  from: string
  to: string
}

const daysOf = { Today: 1, Last7Days: 7, Last30Days: 30, Last90Days: 90 } as const

/** Returns the days of a reporting period in UTC. Months are whole, up to today. */
export function periodOf(period: ReportingPeriod, now: Date): Period {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const today = Date.UTC(year, month, day)
  if (period === 'ThisMonth') return between(Date.UTC(year, month, 1), today)
  if (period === 'LastMonth') return between(Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0))
  if (period === 'Last12Months') return between(Date.UTC(year, month - 11, 1), today)
  return between(Date.UTC(year, month, day - daysOf[period] + 1), today)
}

/**
 * Returns the period that another one is compared with: as many days right before it, or for months the same days of
 * the months before.
 */
export function periodBefore(period: ReportingPeriod, { from, to }: Period): Period {
  const [first, last] = [new Date(from), new Date(to)]
  const months = { ThisMonth: 1, LastMonth: 1, Last12Months: 12 }[period as string]
  if (!months) {
    const length = last.getTime() - first.getTime() + DAY_MS
    return between(first.getTime() - length, last.getTime() - length)
  }
  const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - months, 1)
  const [year, month] = [last.getUTCFullYear(), last.getUTCMonth() - months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = period === 'LastMonth' ? lastDay : Math.min(last.getUTCDate(), lastDay)
  return between(start, Date.UTC(year, month, day))
}

/** Returns the whole month of a day. */
export function monthOf(day: string): Period {
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return between(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0))
}

const DAY_MS = 86_400_000
const between = (from: number, to: number): Period => ({ from: dayOf(from), to: dayOf(to) })

/** Returns the day of a time in UTC. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length)
