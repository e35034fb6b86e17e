export function weightedScore(cases: readonly { weight: number; passed: number; repeats: number }[]): {
  percent: number
  margin: number
} {
  const all = cases.reduce((sum, one) => sum + one.weight, 0)
  const share = cases.reduce((sum, one) => sum + (one.weight * one.passed) / one.repeats, 0) / all
  const n = all ** 2 / cases.reduce((sum, one) => sum + one.weight ** 2, 0)
  const z = 1.96
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))
  return { percent: Math.round(share * 1000) / 10, margin: Math.round(half * 1000) / 10 }
}
