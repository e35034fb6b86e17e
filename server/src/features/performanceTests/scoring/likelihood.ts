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
    bias: 0.59,
    own: 0.31,
    near: 0.67,
    all: -1.07,
    clause: 1.99,
    missing: -0.95,
    names: -1.26,
    rivalName: -1.05,
    opposed: -2.02,
    rivalAmount: -2.07,
    tail: 0.02,
    negated: -0.14,
  },
}

/** Whether it is more likely than not that an answer says a statement. */
export function isLikely(evidence: Evidence, hasAmounts: boolean): boolean {
  const own = weights[hasAmounts ? 'amounts' : 'words']
  const keys = Object.keys(evidence) as (keyof Evidence)[]
  return own.bias + keys.reduce((sum, key) => sum + own[key] * evidence[key], 0) > 0
}
