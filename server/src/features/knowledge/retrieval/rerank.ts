import { GRAM_BUCKETS } from '../../../platform/language/grams.ts'
import { terms as termsOf } from '../../../platform/language/terms.ts'
import type { GramStatistics } from '../grams/gramCache.ts'
import { idf } from './idf.ts'
import { eachPair, type ReadQuestion } from './readQuestion.ts'
import { type ReadText, readText } from './readText.ts'
import type { RankedPassage } from './store.ts'

/** Measured with `bench/retrieval.ts`: the weight of each score after division by the best passage's. */
const GRAMS_WEIGHT = 0.4
const TERMS_WEIGHT = 0.6
const PAIRS_WEIGHT = 0.15
/** For questions that ask for a section. */
const HEADING_WEIGHT = 0.6

export interface Reranked {
  passages: RankedPassage[]
  /** How much of the question the best passage covers. */
  coverage: number
}

/**
 * Sorts the passages by their terms, by their words' four-letter grams, and by how many of the question's
 * adjacent term pairs they contain. `share` is the part of the question that the best passage covers by terms.
 * In languages without full stems, grams can cover more of it. A passage's score becomes its share of the best
 * possible one times the coverage.
 */
export function rerank(
  question: ReadQuestion,
  passages: readonly RankedPassage[],
  statistics: GramStatistics,
  share: number,
): Reranked {
  const best = passages[0]?.score ?? 0
  if (best <= 0) return { passages: [...passages], coverage: share }
  const read = passages.map(readText)
  const grams = scoreGrams(question, read, statistics)
  const bestGrams = Math.max(...grams.scores)
  const coverage = question.stemmed ? share : Math.max(share, bestGrams / grams.possible)
  const pairs = countPairs(question, read)
  const headingWeight = question.headingTerms.size > 0 ? HEADING_WEIGHT : 0
  const all = GRAMS_WEIGHT + TERMS_WEIGHT + PAIRS_WEIGHT + headingWeight
  const sorted = passages
    .map((passage, at) => {
      const byTerms = (TERMS_WEIGHT * passage.score) / best
      const byGrams = bestGrams > 0 ? (GRAMS_WEIGHT * grams.scores[at]!) / bestGrams : 0
      const byHeading =
        headingWeight > 0 ? headingWeight * agreementOf(passage.heading, question.headingTerms) : 0
      const score = ((byTerms + byGrams + PAIRS_WEIGHT * pairs[at]! + byHeading) * coverage) / all
      return { ...passage, score }
    })
    .sort((a, b) => b.score - a.score)
  return { passages: sorted, coverage }
}

/** Returns how well the last heading above a passage and the subject match: 1 if they have the same terms. */
function agreementOf(heading: string, subject: ReadonlySet<string>): number {
  const own = new Set(termsOf(heading.split(' › ').at(-1) ?? ''))
  const common = own.intersection(subject).size
  return common === 0 ? 0 : (2 * common) / (own.size + subject.size)
}

/** BM25 (k1 1.2, b .75) over the grams of the question, and the sum of their weights. */
function scoreGrams(
  question: ReadQuestion,
  texts: readonly ReadText[],
  statistics: GramStatistics,
): { scores: number[]; possible: number } {
  const asked = [...question.grams]
  const weights = asked.map(
    ([gram, weight]) => weight * idf(statistics.passages, statistics.frequencyOf(gram)),
  )
  // The position of each gram in the question, from 1. For tens of thousands of grams, an array is faster than
  // a map.
  const places = new Int32Array(GRAM_BUCKETS)
  asked.forEach(([gram], at) => {
    places[gram] = at + 1
  })
  const counts = new Int32Array(asked.length + 1)
  const scores = texts.map(({ grams }) => {
    counts.fill(0)
    for (const gram of grams) counts[places[gram]!]!++
    const norm = 1.2 * (0.25 + (0.75 * grams.length) / Math.max(1, statistics.averageLength))
    let score = 0
    weights.forEach((weight, at) => {
      const count = counts[at + 1]!
      if (count > 0) score += (weight * count * 2.2) / (count + norm)
    })
    return score
  })
  return { scores, possible: weights.reduce((sum, weight) => sum + weight, 0) }
}

/** Returns for each text the share of the question's adjacent term pairs that it contains in the same order. */
function countPairs({ pairs }: ReadQuestion, texts: readonly ReadText[]): number[] {
  let all = 0
  for (const next of pairs.values()) all += next.size
  if (all === 0) return texts.map(() => 0)
  return texts.map(({ terms }) => {
    const found = new Set<string>()
    eachPair(terms, (term, next) => {
      if (pairs.get(term)?.has(next)) found.add(`${term} ${next}`)
    })
    return found.size / all
  })
}
