import { sentences } from '../../platform/language/sentences.ts'
import { terms as termsOf } from '../../platform/language/terms.ts'

/** A sentence that stands for its part of a document. */
export interface CentralSentence {
  /** The position of its passage among those given. */
  at: number
  text: string
}

/** Shorter sentences say little; longer ones are lists, tables, and code. */
const LEAST_TERMS = 6
const MOST_TERMS = 40
const MOST_CHARACTERS = 400
/** Sentences that share more of their terms with one already chosen repeat it. */
const MOST_SHARED = 0.5
/** Letters, not numbers and signs, make a sentence. */
const LEAST_LETTERS = 0.6

interface Candidate extends CentralSentence {
  terms: ReadonlySet<string>
  score: number
}

/**
 * Returns the most central sentence of each part of a document, in order: the one whose terms are closest to the
 * centroid of its part (Radev et al. 2004), where terms count by their frequency in the part and their rarity among
 * the passages. `passages` are in order and may overlap.
 */
export function centralSentences(passages: readonly string[], parts: number): CentralSentence[] {
  const termed = passages.map((text) => termsOf(text))
  const frequency = countsOf(termed.flatMap((terms) => [...new Set(terms)]))
  const size = Math.ceil(passages.length / Math.max(1, Math.min(parts, passages.length)))
  const chosen: Candidate[] = []
  for (let from = 0; from < passages.length; from += size) {
    const range = passages.slice(from, from + size)
    const counts = countsOf(termed.slice(from, from + size).flat())
    const weightOf = (term: string) =>
      Math.log1p(counts.get(term) ?? 0) * Math.log((1 + passages.length) / (frequency.get(term) ?? 1))
    const best = range
      .flatMap((text, at) => candidatesIn(text, from + at, weightOf))
      .filter((one) => chosen.every((other) => sharedBy(one.terms, other.terms) <= MOST_SHARED))
      .reduce<Candidate | null>((top, one) => (top === null || one.score > top.score ? one : top), null)
    if (best) chosen.push(best)
  }
  return chosen.map(({ at, text }) => ({ at, text }))
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

function candidatesIn(passage: string, at: number, weightOf: (term: string) => number): Candidate[] {
  return sentences(passage).flatMap(({ start, end }) => {
    const text = passage.slice(start, end).trim()
    const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0
    if (text.length > MOST_CHARACTERS || letters < text.length * LEAST_LETTERS || text.includes('\n'))
      return []
    const terms = new Set(termsOf(text))
    if (terms.size < LEAST_TERMS || terms.size > MOST_TERMS) return []
    let sum = 0
    for (const term of terms) sum += weightOf(term)
    // The cosine with the centroid, whose own length is the same for all sentences of the part.
    return [{ at, text, terms, score: sum / Math.sqrt(terms.size) }]
  })
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return one.intersection(other).size / Math.min(one.size, other.size)
}
