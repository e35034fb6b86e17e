import type { ReportingPeriod } from '@parlance/contract/reports'

export interface Period {
  /** The first and the last day, as `YYYY-MM-DD`. */
  from: string
  to: string
}

const daysOf = { Today: 1, Last7Days: 7, Last30Days: 30, Last90Days: 90 } as const

/** Returns the days of a reporting period in UTC. Months are whole, up to today. */
export function periodOf(period: ReportingPeriod, now: Date): Period {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const between = (from: number, to: number) => ({ from: dayOf(from), to: dayOf(to) })
  const today = Date.UTC(year, month, day)
  if (period === 'ThisMonth') return between(Date.UTC(year, month, 1), today)
  if (period === 'LastMonth') return between(Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0))
  if (period === 'Last12Months') return between(Date.UTC(year, month - 11, 1), today)
  return between(Date.UTC(year, month, day - daysOf[period] + 1), today)
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length)
