import { expect, test } from 'vitest'
import { verdict } from './verifyAudit.ts'

const fits = { firstBroken: null, error: null }

test('an empty log without an external record reports that nothing was recorded, without a warning', () => {
  expect(verdict({ ...fits, checked: 0, outside: null })).toEqual([
    'The audit log is empty: nothing has been recorded yet, neither in the database nor outside it.',
  ])
})

test("a log without an external record is intact, and the report says what can't be detected", () => {
  expect(verdict({ ...fits, checked: 3, outside: null })).toEqual([
    'Audit log verified: all 3 entries are intact.',
    expect.stringContaining("isn't recorded outside"),
  ])
})
