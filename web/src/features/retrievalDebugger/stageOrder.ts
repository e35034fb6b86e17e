import type { Candidate, Stage } from './data/api.ts'

export const placeIn = ({ scores }: Candidate, stage: Stage) => scores.find((one) => one.stage === stage)

/** Sorts passages by their place after a step. Those that it doesn't have come last, in their order. */
export function byStage(candidates: readonly Candidate[], stage: Stage): Candidate[] {
  const rank = (one: Candidate) => placeIn(one, stage)?.rank ?? Number.POSITIVE_INFINITY
  return candidates.toSorted((a, b) => {
    const [own, other] = [rank(a), rank(b)]
    return own === other ? 0 : own - other
  })
}

/** Returns the highest score after a step, for bars beside each other. */
export const highestIn = (candidates: readonly Candidate[], stage: Stage): number =>
  Math.max(0, ...candidates.map((one) => placeIn(one, stage)?.score ?? 0))
