import { expect, test } from 'vitest'
import { failureOf, isLasting, retryMs } from './retrying.ts'

test('attempts are 30 seconds apart at first, then twice as long each time, and 2 hours at most', () => {
  const middle = (attempts: number) => retryMs(attempts, () => 0.5) / 1000
  expect([1, 2, 3, 8, 9, 50, 5000].map(middle)).toEqual([30, 60, 120, 3840, 7200, 7200, 7200])
})

test('attempts are spread by a quarter', () => {
  expect([retryMs(1, () => 0), retryMs(1, () => 1)]).toEqual([22_500, 37_500])
  expect(new Set(Array.from({ length: 50 }, () => retryMs(5))).size).toBeGreaterThan(40)
})

test.each([
  [301, 'Redirected', true],
  [400, 'Status', true],
  [404, 'Status', true],
  [408, 'Status', false],
  [410, 'Gone', false],
  [429, 'Status', false],
  [500, 'Status', false],
  [503, 'Status', false],
])('status %d is %s, and lasting: %s', (status, error, lasting) => {
  const failure = failureOf(status)
  expect(failure).toEqual({ error, status })
  expect(isLasting(failure)).toBe(lasting)
})

test('only a secret that can’t be read lasts of the failures without a status', () => {
  const errors = ['TimedOut', 'Unreachable', 'HostRefused', 'DiskFull', 'FolderUnavailable'] as const
  expect(errors.filter((error) => isLasting({ error, status: null }))).toEqual([])
  expect(isLasting({ error: 'SecretUnreadable', status: null })).toBe(true)
})
