import type { Evidence } from './evidence.ts'

type Weights = Record<keyof Evidence | 'bias', number>

/**
 * What each piece of evidence weighs, for statements without and with amounts. Fitted by `bench/fitScoring.ts` to the
 * labeled pairs in bench/scoring, which also says how well weights do with pairs they weren't fitted to.
 */
const weights: Record<'words' | 'amounts', Weights> = {
  words: {
    bias: -0.1,
    own: 0.51,
    near: -0.57,
    all: -0.35,
    clause: 2.05,
    missing: -0.9,
    names: -0.42,
    rivalName: -0.93,
    opposed: -1.89,
    rivalAmount: 0,
    tail: -0.33,
    negated: -2.58,
  },
  amounts: {
    bias: 0.97,
    own: 0.3,
    near: 0.62,
    all: -1.42,
    clause: 1.97,
    missing: -0.96,
    names: -1.36,
    rivalName: -1.05,
    opposed: -2.08,
    rivalAmount: -2.05,
    tail: 0.03,
    negated: -0.18,
  },
}

/** Whether it is more likely than not that an answer says a statement. */
export function isLikely(evidence: Evidence, hasAmounts: boolean): boolean {
  const own = weights[hasAmounts ? 'amounts' : 'words']
  const keys = Object.keys(evidence) as (keyof Evidence)[]
  return own.bias + keys.reduce((sum, key) => sum + own[key] * evidence[key], 0) > 0
}
