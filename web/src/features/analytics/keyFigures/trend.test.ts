import { expect, it } from 'vitest'
import { trendOf } from './trend.ts'

it('a trend of few days has each of them, without hidden and missing ones', () => {
  expect(trendOf([3, 'FewerThan5', 5, null, 4])).toEqual([3, 5, 4])
})

it('a trend of more days averages them over a week, so that weekends don’t hide it', () => {
  const week = [10, 10, 10, 10, 10, 3, 3]
  expect(trendOf([...week, ...week])).toEqual(Array.from({ length: 8 }, () => 8))
})

it('a trend has at most 30 points and ends with the last day', () => {
  const points = trendOf(Array.from({ length: 365 }, (_, day) => day))
  expect(points.length).toBeLessThanOrEqual(30)
  expect(points.at(-1)).toBe(361)
})
