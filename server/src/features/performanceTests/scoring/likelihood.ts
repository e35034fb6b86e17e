import type { Evidence } from './evidence.ts'

type Weights = Record<keyof Evidence | 'bias', number>

/**
 * What each piece of evidence weighs, for statements without and with amounts. Fitted by `bench/fitScoring.ts` to the
 * labeled pairs in bench/scoring, which also says how well weights do with pairs they weren't fitted to.
 */
const weights: Record<'words' | 'amounts', Weights> = {
  words: {
    bias: -0.57,
    own: 0.76,
    near: -0.39,
    all: -0.14,
    clause: 2.05,
    missing: -0.81,
    names: -0.33,
    rivalName: -0.79,
    replaced: -0.57,
    opposed: -2.18,
    rivalAmount: 0.0,
    tail: -0.13,
    negated: -2.88,
    specific: 0.0,
    crowded: 0.0,
  },
  amounts: {
    bias: 2.3,
    own: 0.04,
    near: 0.21,
    all: -1.11,
    clause: 1.41,
    missing: -1.31,
    names: -0.82,
    rivalName: -0.98,
    replaced: -0.91,
    opposed: -2.69,
    rivalAmount: -1.97,
    tail: 0.14,
    negated: -0.25,
    specific: 0.09,
    crowded: -1.79,
  },
}

/** Whether it is more likely than not that an answer says a statement. */
export function isLikely(evidence: Evidence, hasAmounts: boolean): boolean {
  const own = weights[hasAmounts ? 'amounts' : 'words']
  const keys = Object.keys(evidence) as (keyof Evidence)[]
  return own.bias + keys.reduce((sum, key) => sum + own[key] * evidence[key], 0) > 0
}
