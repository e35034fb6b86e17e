import { expect, test } from 'vitest'
import { difference, weightedScore } from './confidence.ts'

const cases = (passed: number, of: number) =>
  Array.from({ length: of }, (_, at) => ({
    caseId: `${at}`,
    weight: 1,
    passed: at < passed ? 1 : 0,
    repeats: 1,
  }))

test('the margin is half of the Wilson interval', () => {
  // Of 8 of 10, the interval is 49.0 to 94.3 %.
  const { percent, margin } = weightedScore(cases(8, 10))
  expect(percent).toBeCloseTo(80, 6)
  expect(margin).toBeCloseTo(22.66, 1)
  // Of 50 of 100, it is 40.4 to 59.6 %.
  expect(weightedScore(cases(50, 100)).margin).toBeCloseTo(9.62, 1)
})

test('all passed of a few cases still has a margin', () => {
  const { percent, margin } = weightedScore(cases(3, 3))
  expect(percent).toBe(100)
  expect(margin).toBeCloseTo(28.07, 1)
})

test('cases count by their weight, and repeats are an average', () => {
  const { percent, margin } = weightedScore([
    { weight: 3, passed: 3, repeats: 3 },
    { weight: 1, passed: 0, repeats: 3 },
  ])
  expect(percent).toBeCloseTo(75, 6)
  // 16 / 10 cases of equal weight are fewer than two.
  expect(margin).toBeGreaterThan(weightedScore(cases(3, 4)).margin)
  const once = weightedScore(cases(8, 10)).margin
  const often = weightedScore(
    cases(8, 10).map((one) => ({ ...one, passed: one.passed * 5, repeats: 5 })),
  ).margin
  expect(often).toBeCloseTo(once, 6)
})

test('without cases, nothing is known', () => {
  expect(weightedScore([])).toEqual({ percent: 0, margin: 50 })
  expect(difference([], cases(1, 1))).toEqual({ points: 0, margin: 100, mayBeChance: true, cases: 0 })
})

test('a difference in few cases is judged by the sign test', () => {
  // Four better, none worse: p is 0.125.
  expect(difference(cases(6, 10), cases(10, 10))).toMatchObject({ points: 40, mayBeChance: true, cases: 10 })
  expect(difference(cases(5, 10), cases(5, 10))).toMatchObject({ points: 0, margin: 0, mayBeChance: true })
})

test('a difference in more cases is judged by its interval', () => {
  const { points, margin, mayBeChance } = difference(cases(5, 20), cases(15, 20))
  expect(points).toBeCloseTo(50, 6)
  // The standard deviation is 0.5 among 20: 1.96 · 0.5 / √19.
  expect(margin).toBeCloseTo(22.48, 1)
  expect(mayBeChance).toBe(false)
})

test('improvements and losses that balance each other may be chance', () => {
  const left = cases(5, 10)
  const right = left.map((one) => ({ ...one, passed: 1 - one.passed }))
  expect(difference(left, right)).toMatchObject({ points: 0, mayBeChance: true })
})

test('only cases that both runs asked are compared', () => {
  const left = [...cases(0, 6), { caseId: 'removed', weight: 10, passed: 0, repeats: 1 }]
  const right = [...cases(6, 6), { caseId: 'added', weight: 10, passed: 0, repeats: 1 }]
  expect(difference(left, right)).toMatchObject({ points: 100, mayBeChance: false, cases: 6 })
})
