import type { RankedPassage, WeightedTerm } from './store.ts'

/** The steps of a search, in their order. Steps that a search doesn't take aren't recorded. */
export type Stage = 'Words' | 'Reranked' | 'Meaning' | 'Fused' | 'Varied' | 'Widened'

/** What a search went by. */
export interface SearchBasis {
  /** The question's terms with their weights, and how many passages contain them: 0 for a term that none contains. */
  terms: readonly (WeightedTerm & { passages: number })[]
  averageLength: number
  /** How many passages words and meaning keep each. */
  candidates: { words: number; meaning: number }
}

/** Receives the steps of a search, for people who ask why it finds what it finds. */
export interface Recorder {
  basis(basis: SearchBasis): void
  /** The passages after a step, best first, with their scores. */
  stage(stage: Stage, passages: readonly RankedPassage[]): void
}
