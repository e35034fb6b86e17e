import { expect, test } from 'vitest'
import { testsTexts } from './lang/en.ts'
import { marginBounds, percentText, scoreSentence, scoreText } from './scoreText.ts'

const t = testsTexts.text

test.each([
  [83, 4.2, '83% ± 4'],
  [79.96, 0.4, '79.9% ± 0.4'],
  [100, 0, '100% ± 0'],
  [50, null, '50%'],
])('a score of %s with a margin of %s is %s', (scorePercent, marginPercent, text) => {
  expect(scoreText({ scorePercent, marginPercent }, t)).toBe(text)
})

test('a run without a score has no text', () => {
  expect(scoreText({ scorePercent: null, marginPercent: null }, t)).toBeNull()
})

test('a score is rounded down, so that it doesn’t look as if it had reached the pass mark', () => {
  expect([percentText(79.99), percentText(80), percentText(28.57)]).toEqual(['79.9%', '80%', '28.5%'])
})

test('a sentence counts cases, or answers if each case was asked several times', () => {
  const run = { scorePercent: 83, marginPercent: 4, passed: 41, total: 50 }
  expect(scoreSentence({ ...run, repeats: 1 }, t)).toBe('83% ± 4. 41 of 50 cases passed.')
  expect(scoreSentence({ ...run, repeats: 2 }, t)).toBe('83% ± 4. 41 of 50 answers passed.')
})

test('the bounds of a score stay between 0 and 100', () => {
  expect(marginBounds({ scorePercent: 95, marginPercent: 8 })).toEqual({ from: 87, to: 100 })
  expect(marginBounds({ scorePercent: 5, marginPercent: 8 })).toEqual({ from: 0, to: 13 })
  expect(marginBounds({ scorePercent: 5, marginPercent: null })).toBeNull()
})
