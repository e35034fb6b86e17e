import { expect, it } from 'vitest'
import type { Budget } from '../data/budgetsApi.ts'
import { blankValues, errorsOf, inputOf, takenOf } from './budgetForm.ts'

const t = ((key: string) => key) as Parameters<typeof errorsOf>[1]
const chosen = { key: 'k', name: 'Name' }
const errors = (amount: string) => errorsOf({ ...blankValues, chosen, amount }, t)

it.each(['1', '0.01', ' 250 ', '99.5', '99.50', '1000000000'])('accepts the amount %j', (amount) => {
  expect(errors(amount)).toEqual({})
})

it.each(['', '0', '0.00', '-5', '1.234', '1,000', '1e3', '1000000001', 'ten', '٥٠'])(
  'rejects the amount %j',
  (amount) => {
    expect(errors(amount)).toEqual({ amountUsd: 'amountInvalid' })
  },
)

it('needs something that the budget applies to', () => {
  expect(errorsOf({ ...blankValues, amount: '5' }, t)).toEqual({ subject: 'subjectMissing' })
})

it.each([
  ['Brand', { kind: 'Brand', brandKey: 'k' }],
  ['Agent', { kind: 'Agent', gptSystemId: 'k' }],
  ['Group', { kind: 'Group', groupId: 'k' }],
] as const)('sends a budget of the kind %s', (kind, subject) => {
  expect(inputOf({ kind, chosen, amount: ' 99.50 ' })).toEqual({ subject, amountUsd: 99.5 })
})

it('offers what has a budget already only for other kinds', () => {
  const budgets = [
    { subject: { kind: 'Agent', gptSystemId: 'a' } },
    { subject: { kind: 'Group', groupId: 'g' } },
  ] as Budget[]
  expect([...takenOf(budgets, 'Agent')]).toEqual(['a'])
  expect([...takenOf(budgets, 'Brand')]).toEqual([])
})
