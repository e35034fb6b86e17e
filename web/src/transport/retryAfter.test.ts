import { expect, it } from 'vitest'
import { retryAfterMs } from './retryAfter.ts'

it.each([
  ['2', 2_000],
  ['0', 0],
  [null, 10_000],
  ['', 10_000],
  ['soon', 10_000],
  ['-5', 10_000],
  ['86400', 300_000],
  ['Thu, 01 Jan 1970 00:00:30 GMT', 30_000],
])('[F24] waits at least as long as the header %j says: %i ms', (header, ms) => {
  expect(retryAfterMs(header, 0, 0)).toBe(ms)
})

it('[F24] adds up to a fifth and never subtracts anything', () => {
  expect(retryAfterMs('10', 0, 0.999)).toBeGreaterThan(11_900)
  expect(retryAfterMs('10', 0, 0.999)).toBeLessThan(12_000)
})
