import { expect, test } from 'vitest'
import { periodOf } from './periodOf.ts'

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
