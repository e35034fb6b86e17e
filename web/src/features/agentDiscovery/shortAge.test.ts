import { expect, it } from 'vitest'
import { shortAge } from './shortAge.ts'

const now = new Date(2026, 10, 22, 12, 0, 0)
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

it.each([
  [0, 'now'],
  // The clock is ahead.
  [-3, 'now'],
  [2, '2 min'],
  [59.9, '59 min'],
  [60, '1 hr'],
  [23 * 60, '23 hr'],
  [24 * 60, 'Sat'],
  [5 * 24 * 60, 'Tue'],
  // After a week the weekday would be the same as today's.
  [7 * 24 * 60, 'Nov 15'],
  [365 * 24 * 60, 'Nov 22, 2025'],
])('%s minutes ago is %s', (minutes, text) => {
  expect(shortAge(ago(minutes), now)).toBe(text)
})
