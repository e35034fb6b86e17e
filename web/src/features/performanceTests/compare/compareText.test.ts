import { expect, test } from 'vitest'
import { testsTexts } from '../lang/en.ts'
import { differenceText } from './compareText.ts'

const t = testsTexts.text
const text = (points: number, mayBeChance: boolean) =>
  differenceText({ difference: { points, margin: 4, mayBeChance, cases: 50 } }, t)

test.each([
  [3, true, 'The difference of 3 points may be chance.'],
  [-1, true, 'The difference of 1 point may be chance.'],
  [12.34, false, 'The score is 12.3 points higher, which is probably not chance.'],
  [-20, false, 'The score is 20 points lower, which is probably not chance.'],
  [0, true, 'In the cases that both runs asked, the scores are the same.'],
  [0.01, true, 'The difference of 0.1 points may be chance.'],
])('a difference of %s points, by chance: %s', (points, mayBeChance, expected) => {
  expect(text(points, mayBeChance)).toBe(expected)
})

test('runs without a common case have no difference', () => {
  expect(differenceText({ difference: null }, t)).toBe(
    'The scores can’t be compared, because the runs have no case in common.',
  )
})
