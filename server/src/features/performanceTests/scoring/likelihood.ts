import type { Evidence } from './evidence.ts'

type Weights = Record<keyof Evidence | 'bias', number>

/**
 * What each piece of evidence weighs, for statements without and with amounts. Fitted by `bench/fitScoring.ts` to the
 * labeled pairs in bench/scoring, which also says how well weights do with pairs they weren't fitted to.
 */
const weights: Record<'words' | 'amounts', Weights> = {
  words: {
    bias: -0.46,
    own: 0.72,
    near: -0.43,
    all: -0.2,
    clause: 2.08,
    missing: -0.8,
    names: -0.34,
    rivalName: -0.8,
    replaced: -0.58,
    opposed: -2.2,
    rivalAmount: 0.0,
    tail: -0.11,
    negated: -2.88,
    specific: 0.0,
    crowded: 0.0,
  },
  amounts: {
    bias: 2.24,
    own: 0.11,
    near: 0.18,
    all: -1.13,
    clause: 1.45,
    missing: -1.28,
    names: -0.81,
    rivalName: -0.98,
    replaced: -0.91,
    opposed: -2.72,
    rivalAmount: -1.97,
    tail: 0.23,
    negated: -0.25,
    specific: 0.08,
    crowded: -1.78,
  },
}

/** Whether it is more likely than not that an answer says a statement. */
export function isLikely(evidence: Evidence, hasAmounts: boolean): boolean {
  const own = weights[hasAmounts ? 'amounts' : 'words']
  const keys = Object.keys(evidence) as (keyof Evidence)[]
  return own.bias + keys.reduce((sum, key) => sum + own[key] * evidence[key], 0) > 0
}
