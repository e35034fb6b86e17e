import { expect, test } from 'vitest'
import { periodBefore, periodOf } from './periodOf.ts'

test.each([
  ['Today', '2026-03-01T00:00:00Z', '2026-03-01', '2026-03-01'],
  ['Last7Days', '2026-03-01T23:59:59Z', '2026-02-23', '2026-03-01'],
  ['Last30Days', '2026-03-01T12:00:00Z', '2026-01-31', '2026-03-01'],
  ['Last90Days', '2026-03-01T12:00:00Z', '2025-12-02', '2026-03-01'],
  ['ThisMonth', '2026-03-01T12:00:00Z', '2026-03-01', '2026-03-01'],
  ['LastMonth', '2028-03-31T12:00:00Z', '2028-02-01', '2028-02-29'],
  ['LastMonth', '2026-01-31T12:00:00Z', '2025-12-01', '2025-12-31'],
  ['Last12Months', '2026-03-31T12:00:00Z', '2025-04-01', '2026-03-31'],
] as const)('%s on %s is from %s to %s', (period, now, from, to) => {
  expect(periodOf(period, new Date(now))).toEqual({ from, to })
})

test.each([
  ['Today', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['Last7Days', '2026-02-23', '2026-03-01', '2026-02-16', '2026-02-22'],
  ['Last90Days', '2025-12-02', '2026-03-01', '2025-09-03', '2025-12-01'],
  ['ThisMonth', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['LastMonth', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['Last12Months', '2025-04-01', '2026-03-31', '2024-04-01', '2025-03-31'],
  ['Last12Months', '2027-03-01', '2028-02-29', '2026-03-01', '2027-02-28'],
] as const)('%s from %s to %s is compared with %s to %s', (period, from, to, firstBefore, lastBefore) => {
  expect(periodBefore(period, { from, to })).toEqual({ from: firstBefore, to: lastBefore })
})
