/** The reports on usage, without their shapes, so that the browser can import them. */
export const reportNames = ['Tokens'] as const

/** Periods of whole days in UTC. `Last…` include today, except for `LastMonth`. */
export const reportingPeriods = [
  'Today',
  'Last7Days',
  'Last30Days',
  'Last90Days',
  'ThisMonth',
  'LastMonth',
  'Last12Months',
] as const
export type ReportingPeriod = (typeof reportingPeriods)[number]
