import { expect, test } from 'vitest'
import { verdict } from './verifyAudit.ts'

const fits = { firstBroken: null, fault: null }

test('an empty log that is noted nowhere says that nothing was recorded, and raises no doubt', () => {
  expect(verdict({ ...fits, checked: 0, outside: null })).toEqual([
    'The audit log is empty: nothing has been recorded yet, neither in the database nor outside it.',
  ])
})

test('a log without a note outside holds, and says what cannot be told', () => {
  expect(verdict({ ...fits, checked: 3, outside: null })).toEqual([
    'Audit log verified: all 3 entries are intact.',
    expect.stringContaining("isn't recorded outside"),
  ])
})
