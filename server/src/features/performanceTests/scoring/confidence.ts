/** How often a case passed of how often it was asked. */
export interface CaseShare {
  weight: number
  passed: number
  repeats: number
}

export interface Estimate {
  /** From 0 to 100. */
  percent: number
  /** Half of the 95 % confidence interval, in points. */
  margin: number
}

export interface IdentifiedShare extends CaseShare {
  caseId: string
}

export interface Difference {
  /** Right minus left, in points. */
  points: number
  /** Half of the 95 % confidence interval, in points. */
  margin: number
  /** Whether two equally good versions can easily differ by as much. */
  mayBeChance: boolean
  /** How many cases both runs have. */
  cases: number
}

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959964
/** With fewer differing cases, the exact sign test decides. */
const LEAST_FOR_INTERVAL = 5
const SIGNIFICANT = 0.05

const rateOf = ({ passed, repeats }: CaseShare): number => (repeats > 0 ? passed / repeats : 0)

/**
 * The weighted share of passed answers. The margin is half of the Wilson interval: unlike the usual one, it isn’t 0
 * if all of a few cases pass. Repeats of a case aren’t independent, so they don’t make it smaller.
 */
export function weightedScore(cases: readonly CaseShare[]): Estimate {
  const asked = cases.filter(({ weight, repeats }) => weight > 0 && repeats > 0)
  const total = asked.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return { percent: 0, margin: 50 }
  const share = asked.reduce((sum, one) => sum + one.weight * rateOf(one), 0) / total
  const size = effectiveSize(asked)
  const half = (Z * Math.sqrt((share * (1 - share)) / size + Z ** 2 / (4 * size ** 2))) / (1 + Z ** 2 / size)
  return { percent: share * 100, margin: half * 100 }
}

/** How many cases of equal weight say as much. */
function effectiveSize(cases: readonly CaseShare[]): number {
  const total = cases.reduce((sum, { weight }) => sum + weight, 0)
  return total ** 2 / cases.reduce((sum, { weight }) => sum + weight ** 2, 0)
}

/** Compares two runs by the cases that both asked. A case weighs as much as in the right run. */
export function difference(left: readonly IdentifiedShare[], right: readonly IdentifiedShare[]): Difference {
  const before = new Map(left.map((one) => [one.caseId, one]))
  const pairs = right.flatMap((one) => {
    const other = before.get(one.caseId)
    const isAsked = other !== undefined && other.repeats > 0 && one.repeats > 0 && one.weight > 0
    return isAsked ? [{ ...one, change: rateOf(one) - rateOf(other) }] : []
  })
  if (pairs.length === 0) return { points: 0, margin: 100, mayBeChance: true, cases: 0 }
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const mean = pairs.reduce((sum, { weight, change }) => sum + weight * change, 0) / total
  const size = effectiveSize(pairs)
  const squares = pairs.reduce((sum, { weight, change }) => sum + weight * (change - mean) ** 2, 0) / total
  // One case says nothing about how much cases differ.
  const half = size > 1 ? Z * Math.sqrt(squares / (size - 1)) : 1
  const better = pairs.filter(({ change }) => change > 0).length
  const worse = pairs.filter(({ change }) => change < 0).length
  const isRare = better + worse < LEAST_FOR_INTERVAL
  return {
    points: mean * 100,
    margin: Math.min(half, 1) * 100,
    mayBeChance: isRare ? signTest(better, worse) >= SIGNIFICANT : Math.abs(mean) <= half,
    cases: pairs.length,
  }
}

/** The probability that at least so many of the differing cases change in one direction by chance. */
function signTest(better: number, worse: number): number {
  const all = better + worse
  let probability = 0
  let ways = 1
  for (let count = 0; count <= Math.min(better, worse); count += 1) {
    probability += ways / 2 ** all
    ways = (ways * (all - count)) / (count + 1)
  }
  return Math.min(1, 2 * probability)
}
