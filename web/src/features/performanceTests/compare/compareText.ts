import type { Comparison } from '../data/api.ts'
import type { TestsText } from '../lang/en.ts'

/** Points with one decimal at most. They are never rounded to nothing. */
const roundedPoints = (points: number): number => {
  const size = Math.abs(points)
  return size < 1 ? Math.ceil(size * 10 - 1e-6) / 10 : Math.round(size * 10) / 10
}

/** Says how much the scores of two runs differ, and whether that may be chance. */
export function differenceText({ difference }: Pick<Comparison, 'difference'>, t: TestsText): string {
  if (!difference) return t('differenceNone')
  const { points, mayBeChance } = difference
  const count = roundedPoints(points)
  if (count === 0) return t('differenceZero')
  if (mayBeChance) return t('differenceChance', { count })
  return t(points > 0 ? 'differenceBetter' : 'differenceWorse', { count })
}
