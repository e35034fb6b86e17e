import type { Sql } from '../../../platform/database/database.ts'
import { terms as termsOf } from '../../../platform/language/terms.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import { createGramCache } from '../grams/gramCache.ts'
import { idf } from './idf.ts'
import { readQuestion } from './readQuestion.ts'
import { rerank } from './rerank.ts'
import { type RankedPassage, rank, readStatistics, type WeightedTerm } from './store.ts'

export interface Retrieval {
  /** The question's terms, each once, with their weights in the permitted libraries. */
  terms: WeightedTerm[]
  /**
   * Best first. A score says how much of the question the passage covers, like `coverage` for the best one,
   * adjusted by reranking. Scores of different questions are comparable.
   */
  passages: RankedPassage[]
  /** The number of passages searched. */
  searched: number
  /** How much of the question the best passage covers by its terms: 0 to about 2.2, or 0 to 1 in a tiny library. */
  coverage: number
  /** In so few passages, every word is rare and weights say little. Coverage is then a share of the words. */
  tiny: boolean
}

/** Finds the most relevant passages of these libraries for the question. */
export type Retrieve = (libraryIds: number[], question: string, limit: number) => Promise<Retrieval>

const TINY_LIBRARY_PASSAGES = 20
/** The number of passages to rerank. */
const CANDIDATES = 50
const MAX_RANKED = 3200

export function createRetrieve(db: Sql): Retrieve {
  const readGrams = createGramCache(db)

  return async (libraryIds, question, limit) => {
    const read = readQuestion(question)
    const statistics = await readStatistics(db, libraryIds, [...read.terms.keys()])
    const searched = statistics.passages
    const weights = [...read.terms].map(([term, weight]) => ({
      term,
      idf: weight * idf(searched, statistics.frequencies.get(term) ?? 0),
    }))
    const tiny = searched < TINY_LIBRARY_PASSAGES
    const indexed = weights.filter((weight) => statistics.frequencies.has(weight.term))
    if (indexed.length === 0) return { terms: weights, passages: [], searched, coverage: 0, tiny }
    const wanted = Math.max(limit, CANDIDATES)
    const found = await rankVisible(db, libraryIds, indexed, statistics.averageLength, wanted)
    const share = (found[0]?.score ?? 0) / weights.reduce((sum, weight) => sum + weight.idf, 0)
    const grams = await readGrams(statistics.libraries)
    const passages = rerank(read, found, grams, share)
    const coverage = tiny ? wordsIn(found[0], weights) : share
    return { terms: weights, passages: passages.slice(0, limit), searched, coverage, tiny }
  }
}

/** Requests more if passages that are not yet or no longer visible were among the best. */
async function rankVisible(
  db: Sql,
  libraryIds: number[],
  weights: WeightedTerm[],
  averageLength: number,
  limit: number,
): Promise<RankedPassage[]> {
  for (let wanted = limit; ; wanted *= 4) {
    const { ranked, passages } = await rank(db, libraryIds, weights, averageLength, wanted)
    if (passages.length >= limit || ranked < wanted || wanted >= MAX_RANKED) return passages.slice(0, limit)
  }
}

/** Returns the share of the question's terms that a passage contains. */
function wordsIn(passage: RankedPassage | undefined, weights: WeightedTerm[]): number {
  if (!passage) return 0
  const found = new Set(termsOf(`${titleOf(passage.fileName)}\n${passage.heading}\n${passage.text}`))
  return weights.filter((weight) => found.has(weight.term)).length / weights.length
}
