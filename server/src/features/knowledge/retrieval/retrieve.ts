import type { Database, Sql } from '../../../platform/database/database.ts'
import type { FolderLimits } from '../folders.ts'
import { createGramCache } from '../grams/gramCache.ts'
import { UNCHANGED, widen } from '../graph/widen.ts'
import type { AllVectors } from '../vectors/allVectors.ts'
import { cosine, signsOf } from '../vectors/vector.ts'
import type { QuestionVector } from '../vectors/vectors.ts'
import { fuse } from './fuse.ts'
import { idf } from './idf.ts'
import { type ReadQuestion, readQuestion } from './readQuestion.ts'
import { rerank } from './rerank.ts'
import {
  type Libraries,
  nearest,
  type Part,
  type RankedPassage,
  rank,
  readStatistics,
  readVisible,
  type Statistics,
  type WeightedTerm,
} from './store.ts'
import { withVariety } from './variety.ts'
import { wordsIn } from './wordsIn.ts'

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
  /** How many passages were found by meaning: 0 if there was no vector for the question. */
  byMeaning: number
  /** Whether any file of the libraries, in whichever part, has tables that can be queried. */
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

interface SearchedLibraries extends Libraries {
  /** Those of `dataSourceIds` whose graphs widen the search. */
  graphIds: readonly string[]
}

/** `wordsOnly`: without passages that are only found by meaning, for answers that are quotes of what words find. */
export type SearchIn = (libraries: SearchedLibraries, options?: { wordsOnly?: boolean }) => LibrarySearch

interface Permitted {
  libraryIds: number[]
  graphIds: readonly string[]
  folders: FolderLimits
}

interface Asked {
  question: string
  read: ReadQuestion
  vectors: Promise<QuestionVector[]>
}

const noVectors: Promise<QuestionVector[]> = Promise.resolve([])

const TINY_LIBRARY_PASSAGES = 20
/** The number of passages to rerank. */
const CANDIDATES = 50
const MAX_RANKED = 3200

/** The most passages to compare by meaning. Meanwhile, the embedded database answers nothing else: 0.3 s for these. */
const MOST_COMPARED = { embedded: 100_000, server: 1_000_000 }
/** Signs are a coarse measure, so more passages are compared exactly than are wanted. */
const NEAR = 150

/** Finds passages by words, and by meaning too if there are vectors for questions. */
export function createSearchIn(
  { db, embedded }: Pick<Database, 'db' | 'embedded'>,
  vectors: Pick<AllVectors, 'vectorsOf'>,
): SearchIn {
  const readGrams = createGramCache(db)

  async function retrieve(
    statistics: Statistics,
    { folders, graphIds }: Pick<Permitted, 'folders' | 'graphIds'>,
    { question, read, vectors }: Asked,
    limit: number,
  ): Promise<Omit<Retrieval, 'hasTables'>> {
    const searched = statistics.passages
    const weights = [...read.terms].map(([term, weight]) => ({
      term,
      idf: weight * idf(searched, statistics.frequencies.get(term) ?? 0),
    }))
    const tiny = searched < TINY_LIBRARY_PASSAGES
    const libraryIds = statistics.libraries.map(({ libraryId }) => libraryId)
    const permitted = { libraryIds, folders, graphIds }
    const [byWords, byMeaning] = await Promise.all([
      findByWords(statistics, permitted, read, weights, limit),
      findByMeaning(permitted, searched, vectors),
    ])
    const coverage = tiny ? wordsIn(byWords.passages[0], read) : byWords.coverage
    const sorted = withVariety(fuse(byWords.reranked, byMeaning), weights)
    // Without a statement where every passage was found anyway.
    const isWidened = graphIds.length > 0 && limit > UNCHANGED && sorted.length < searched
    const widened = isWidened ? await widen(db, permitted, { question, searched }, sorted) : sorted
    const passages = widened.slice(0, limit)
    return { terms: weights, passages, searched, coverage, tiny, byMeaning: byMeaning.length }
  }

  /** Returns the best passages by words, and in `reranked` the same ones with all that words say. */
  async function findByWords(
    statistics: Statistics,
    permitted: Permitted,
    read: ReadQuestion,
    weights: WeightedTerm[],
    limit: number,
  ): Promise<{ passages: RankedPassage[]; reranked: RankedPassage[]; coverage: number }> {
    const indexed = weights.filter((weight) => statistics.frequencies.has(weight.term))
    if (indexed.length === 0) return { passages: [], reranked: [], coverage: 0 }
    const wanted = Math.max(limit, CANDIDATES)
    const passages = await rankVisible(db, permitted, indexed, statistics.averageLength, wanted)
    const share = (passages[0]?.score ?? 0) / weights.reduce((sum, weight) => sum + weight.idf, 0)
    const grams = await readGrams(statistics.libraries)
    const { passages: reranked, coverage } = rerank(read, passages, grams, share)
    return { passages, reranked, coverage }
  }

  /** Returns the passages nearest to the question, best first, with the cosine as score. */
  async function findByMeaning(
    permitted: Permitted,
    searched: number,
    asked: Promise<QuestionVector[]>,
  ): Promise<RankedPassage[]> {
    const questions = await asked
    if (questions.length === 0 || searched > MOST_COMPARED[embedded ? 'embedded' : 'server']) return []
    const near = await Promise.all(
      questions.map(async ({ vectorSpaceId, vector }) => {
        const found = await nearest(db, permitted, { vectorSpaceId, signs: signsOf(vector) }, NEAR)
        const near = found
          .map((one) => ({ passageId: one.passageId, score: cosine(vector, one.vector) }))
          .sort((a, b) => b.score - a.score)
          .slice(0, CANDIDATES)
        // Cosines of different deployments can't be compared.
        return questions.length === 1 ? near : scaled(near)
      }),
    )
    const best = near
      .flat()
      .sort((a, b) => b.score - a.score)
      .slice(0, CANDIDATES)
    const scores = new Map(best.map(({ passageId, score }) => [passageId, score]))
    const passages = await readVisible(db, permitted.libraryIds, [...scores.keys()])
    return passages
      .map((passage) => ({ ...passage, score: scores.get(passage.passageId)! }))
      .sort((a, b) => b.score - a.score)
  }

  return (libraries, { wordsOnly = false } = {}) => {
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
        // Asked for at once, because it takes longer than the search by words. It never rejects.
        const asked =
          part === 'linked' && !wordsOnly ? vectors.vectorsOf(question, libraries.dataSourceIds) : noVectors
        const parts = await count(read.terms.keys())
        const hasTables = Object.values(parts).some((one) => one.hasTables)
        const graphIds = part === 'linked' ? libraries.graphIds : []
        const permitted = { folders: libraries.folders, graphIds }
        return {
          ...(await retrieve(parts[part], permitted, { question, read, vectors: asked }, limit)),
          hasTables,
        }
      },
    }
  }
}

/** Spreads scores from 0 to 1. */
function scaled<T extends { score: number }>(best: readonly T[]): T[] {
  const [highest = 0, lowest = 0] = [best[0]?.score, best.at(-1)?.score]
  return best.map((one) => ({
    ...one,
    score: highest > lowest ? (one.score - lowest) / (highest - lowest) : 1,
  }))
}

function* positive(frequencies: ReadonlyMap<string, number>): Generator<string> {
  for (const [term, count] of frequencies) if (count > 0) yield term
}

/** Requests more if passages that are not yet or no longer visible were among the best. */
async function rankVisible(
  db: Sql,
  libraries: Permitted,
  weights: WeightedTerm[],
  averageLength: number,
  limit: number,
): Promise<RankedPassage[]> {
  for (let wanted = limit; ; wanted *= 4) {
    const { ranked, passages } = await rank(db, libraries, weights, averageLength, wanted)
    if (passages.length >= limit || ranked < wanted || wanted >= MAX_RANKED) return passages.slice(0, limit)
  }
}
