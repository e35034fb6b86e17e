import type { Sql } from '../../../platform/database/database.ts'
import { terms as termsOf } from '../../../platform/language/terms.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import type { FolderLimits } from '../folders.ts'
import { createGramCache } from '../grams/gramCache.ts'
import { idf } from './idf.ts'
import { type ReadQuestion, readQuestion } from './readQuestion.ts'
import { rerank } from './rerank.ts'
import {
  type Libraries,
  type Part,
  type RankedPassage,
  rank,
  readStatistics,
  type Statistics,
  type WeightedTerm,
} from './store.ts'
import { withVariety } from './variety.ts'

export interface Retrieval {
  /** The question's terms, each once, with their weights in the permitted libraries. */
  terms: WeightedTerm[]
  /**
   * Best first, but see `withVariety`. A score says how much of the question the passage covers, like `coverage` for the best one,
   * adjusted by reranking. Scores of different questions are comparable.
   */
  passages: RankedPassage[]
  /** The number of passages searched. */
  searched: number
  /** How much of the question the best passage covers: 0 to about 2.2, or 0 to 1 in a tiny library. */
  coverage: number
  /** In so few passages, every word is rare and weights say little. Coverage is then a share of the words. */
  tiny: boolean
  /** Whether any file of the libraries, in whichever part, consists of tables. */
  hasTables: boolean
}

/**
 * A search for one question in the libraries that are permitted for it. Terms that were counted aren't counted
 * again.
 */
export interface LibrarySearch {
  /** Returns which of these terms (`platform/language/terms.ts`) occur in any passage. */
  indexedTerms(terms: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the most relevant passages of a part for the question, best first. */
  retrieve(part: Part, question: string, limit: number): Promise<Retrieval>
}

export type SearchIn = (libraries: Libraries) => LibrarySearch

const TINY_LIBRARY_PASSAGES = 20
/** The number of passages to rerank. */
const CANDIDATES = 50
const MAX_RANKED = 3200

export function createSearchIn(db: Sql): SearchIn {
  const readGrams = createGramCache(db)

  async function retrieve(
    statistics: Statistics,
    folders: FolderLimits,
    read: ReadQuestion,
    limit: number,
  ): Promise<Omit<Retrieval, 'hasTables'>> {
    const searched = statistics.passages
    const weights = [...read.terms].map(([term, weight]) => ({
      term,
      idf: weight * idf(searched, statistics.frequencies.get(term) ?? 0),
    }))
    const tiny = searched < TINY_LIBRARY_PASSAGES
    const indexed = weights.filter((weight) => statistics.frequencies.has(weight.term))
    if (indexed.length === 0) return { terms: weights, passages: [], searched, coverage: 0, tiny }
    const wanted = Math.max(limit, CANDIDATES)
    const libraryIds = statistics.libraries.map(({ libraryId }) => libraryId)
    const found = await rankVisible(db, { libraryIds, folders }, indexed, statistics.averageLength, wanted)
    const share = (found[0]?.score ?? 0) / weights.reduce((sum, weight) => sum + weight.idf, 0)
    const grams = await readGrams(statistics.libraries)
    const reranked = rerank(read, found, grams, share)
    const coverage = tiny ? wordsIn(found[0], read) : reranked.coverage
    const passages = withVariety(reranked.passages, weights).slice(0, limit)
    return { terms: weights, passages, searched, coverage, tiny }
  }

  return (libraries) => {
    let counted: { terms: ReadonlySet<string>; parts: Record<Part, Statistics> } | null = null

    async function count(terms: Iterable<string>): Promise<Record<Part, Statistics>> {
      const wanted = new Set(terms)
      if (!counted || !wanted.isSubsetOf(counted.terms))
        counted = { terms: wanted, parts: await readStatistics(db, libraries, [...wanted]) }
      return counted.parts
    }

    return {
      async indexedTerms(terms) {
        const { linked, attached } = await count(terms)
        return new Set([linked, attached].flatMap(({ frequencies }) => [...positive(frequencies)]))
      },
      async retrieve(part, question, limit) {
        const read = readQuestion(question)
        const parts = await count(read.terms.keys())
        const hasTables = Object.values(parts).some((one) => one.hasTables)
        return { ...(await retrieve(parts[part], libraries.folders, read, limit)), hasTables }
      },
    }
  }
}

function* positive(frequencies: ReadonlyMap<string, number>): Generator<string> {
  for (const [term, count] of frequencies) if (count > 0) yield term
}

/** Requests more if passages that are not yet or no longer visible were among the best. */
async function rankVisible(
  db: Sql,
  libraries: { libraryIds: number[]; folders: FolderLimits },
  weights: WeightedTerm[],
  averageLength: number,
  limit: number,
): Promise<RankedPassage[]> {
  for (let wanted = limit; ; wanted *= 4) {
    const { ranked, passages } = await rank(db, libraries, weights, averageLength, wanted)
    if (passages.length >= limit || ranked < wanted || wanted >= MAX_RANKED) return passages.slice(0, limit)
  }
}

/** Returns the share of the question's terms that a passage contains, whatever their frequency. */
function wordsIn(passage: RankedPassage | undefined, { terms }: ReadQuestion): number {
  if (!passage) return 0
  const found = new Set(termsOf(`${titleOf(passage.fileName)}\n${passage.heading}\n${passage.text}`))
  let [matched, all] = [0, 0]
  for (const [term, weight] of terms) {
    all += weight
    if (found.has(term)) matched += weight
  }
  return matched / all
}
