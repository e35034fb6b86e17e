import { expect, test } from 'vitest'
import { quantileMs, together } from './timeSteps.ts'

/** The step of a time, as the database counts it. */
const stepOf = (ms: number) => Math.max(0, Math.ceil(Math.log(ms / 50) / Math.log(1.1)))

test.each([60, 200, 1000, 7777, 120_000])('a time of %i ms is accurate to 5 %', (ms) => {
  const shown = quantileMs({ [stepOf(ms)]: 1 }, 0.5)
  expect(Math.abs((shown ?? 0) - ms) / ms).toBeLessThan(0.051)
})

test('the share of answers within a time counts, whatever the order of the steps', () => {
  const steps = { 30: 4, 2: 5, 11: 1 }
  const middle = (step: number) => Math.round(50 * 1.1 ** (step - 0.5))
  expect(quantileMs(steps, 0.5)).toBe(middle(2))
  expect(quantileMs(steps, 0.6)).toBe(middle(11))
  expect(quantileMs(steps, 0.95)).toBe(middle(30))
  expect(quantileMs({}, 0.5)).toBeNull()
})

test('days are added up step by step', () => {
  expect(together([{ 1: 2 }, {}, { 1: 1, 4: 3 }])).toEqual({ 1: 3, 4: 3 })
})
