import type { Database, Sql } from '../../../platform/database/database.ts'
import type { FolderLimits } from '../folders.ts'
import { createGramCache, type LibraryChange } from '../grams/gramCache.ts'
import { readCounts } from '../grams/store.ts'
import { UNCHANGED, widen } from '../graph/widen.ts'
import type { OwnIndexes, SearchedIndex } from '../ownIndexes/ownIndexes.ts'
import type { AllVectors } from '../vectors/allVectors.ts'
import { cosine, signsOf } from '../vectors/vector.ts'
import type { QuestionVector } from '../vectors/vectors.ts'
import { createLimits, isFirst, type Limits, onlyCounts, PASSAGE_ID, plausible } from './elsewhere.ts'
import { fuse } from './fuse.ts'
import { idf } from './idf.ts'
import { type ReadQuestion, readQuestion } from './readQuestion.ts'
import type { Recorder } from './recorder.ts'
import { rerank } from './rerank.ts'
import {
  type Libraries,
  MAX_TIES,
  nearest,
  type Part,
  type RankedPassage,
  rank,
  readStatistics,
  readVisible,
  type Statistics,
  together,
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
  /** How many of the libraries couldn't be searched, because their own index can't be reached. */
  unsearched: number
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

interface SearchOptions {
  /** Without passages that are only found by meaning, for answers that are quotes of what words find. */
  wordsOnly?: boolean
  /** Receives the steps of searches in the linked libraries. */
  recorder?: Recorder
}

export type SearchIn = (libraries: SearchedLibraries, options?: SearchOptions) => LibrarySearch

interface Permitted {
  libraryIds: number[]
  graphIds: readonly string[]
  folders: FolderLimits
}

interface Asked {
  question: string
  read: ReadQuestion
  vectors: Promise<QuestionVector[]>
  recorder: Recorder | undefined
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

/** An index that is searched: the one in the instance's database, or one that libraries have elsewhere. */
interface Place {
  key: string
  /** Whether its answers are checked, because it isn't ours and can be behind. */
  isElsewhere: boolean
  /** The permitted libraries in it. */
  libraries: readonly LibraryChange[]
  /** Null if the index doesn't answer in time. */
  ask<T>(work: (db: Sql) => Promise<T>): Promise<T | null>
}

/** The statistics of a part over all indexes. */
interface PartStatistics extends Omit<Statistics, 'libraries'> {
  places: Place[]
}

type Counted = Record<Part, PartStatistics>

/** Finds passages by words, and by meaning too if there are vectors for questions. */
export function createSearchIn(
  { db, embedded }: Pick<Database, 'db' | 'embedded'>,
  vectors: Pick<AllVectors, 'vectorsOf'>,
  ownIndexes: Pick<OwnIndexes, 'among'>,
): SearchIn {
  const readGrams = createGramCache()

  async function retrieve(
    statistics: PartStatistics,
    { folders, graphIds }: Pick<Permitted, 'folders' | 'graphIds'>,
    { question, read, vectors, recorder }: Asked,
    limit: number,
  ): Promise<Omit<Retrieval, 'hasTables' | 'unsearched'>> {
    const searched = statistics.passages
    const weights = [...read.terms].map(([term, weight]) => ({
      term,
      idf: weight * idf(searched, statistics.frequencies.get(term) ?? 0),
    }))
    const tiny = searched < TINY_LIBRARY_PASSAGES
    const libraryIds = statistics.places.flatMap(idsOf)
    const permitted = { libraryIds, folders, graphIds }
    const [byWords, byMeaning] = await Promise.all([
      findByWords(statistics, permitted, read, weights, limit),
      findByMeaning(statistics, permitted, vectors),
    ])
    const coverage = tiny ? wordsIn(byWords.passages[0], read) : byWords.coverage
    const fused = fuse(byWords.reranked, byMeaning)
    const sorted = withVariety(fused, weights)
    // Without a statement where every passage was found anyway.
    const isWidened = graphIds.length > 0 && limit > UNCHANGED && sorted.length < searched
    const widened = isWidened ? await widen(db, permitted, { question, searched }, sorted) : sorted
    const passages = widened.slice(0, limit)
    if (recorder) {
      recorder.basis({
        terms: weights.map((one) => ({ ...one, passages: statistics.frequencies.get(one.term) ?? 0 })),
        averageLength: statistics.averageLength,
        candidates: { words: Math.max(limit, CANDIDATES), meaning: CANDIDATES },
      })
      recorder.stage('Words', byWords.passages)
      recorder.stage('Reranked', byWords.reranked)
      if (byMeaning.length > 0) recorder.stage('Meaning', byMeaning)
      if (byMeaning.length > 0) recorder.stage('Fused', fused)
      recorder.stage('Varied', sorted)
      if (isWidened) recorder.stage('Widened', widened)
    }
    return { terms: weights, passages, searched, coverage, tiny, byMeaning: byMeaning.length }
  }

  /** Returns the best passages by words, and in `reranked` the same ones with all that words say. */
  async function findByWords(
    statistics: PartStatistics,
    permitted: Permitted,
    read: ReadQuestion,
    weights: WeightedTerm[],
    limit: number,
  ): Promise<{ passages: RankedPassage[]; reranked: RankedPassage[]; coverage: number }> {
    const indexed = weights.filter((weight) => statistics.frequencies.has(weight.term))
    if (indexed.length === 0) return { passages: [], reranked: [], coverage: 0 }
    const wanted = Math.max(limit, CANDIDATES)
    const found = await Promise.all(
      statistics.places.map((place) =>
        rankVisible(place, permitted, indexed, statistics.averageLength, wanted),
      ),
    )
    const passages = found.length === 1 ? found[0]! : found.flat().sort(byScore).slice(0, wanted)
    const share = (passages[0]?.score ?? 0) / weights.reduce((sum, weight) => sum + weight.idf, 0)
    const grams = await readGrams(
      statistics.places.map(({ key, libraries, ask }) => ({
        key,
        libraries,
        read: async (changed) => onlyCounts((await ask((db) => readCounts(db, changed))) ?? new Map()),
      })),
    )
    const { passages: reranked, coverage } = rerank(read, passages, grams, share)
    return { passages, reranked, coverage }
  }

  /** Returns the passages nearest to the question, best first, with the cosine as score. */
  async function findByMeaning(
    { passages: searched, places }: PartStatistics,
    permitted: Permitted,
    asked: Promise<QuestionVector[]>,
  ): Promise<RankedPassage[]> {
    const questions = await asked
    if (questions.length === 0 || searched > MOST_COMPARED[embedded ? 'embedded' : 'server']) return []
    const near = await Promise.all(
      questions.map(async ({ vectorSpaceId, vector }) => {
        const space = { vectorSpaceId, signs: signsOf(vector) }
        const found = await Promise.all(
          places.map((place) => {
            const libraries = { libraryIds: idsOf(place), folders: permitted.folders }
            return nearestIn(place, libraries, space)
          }),
        )
        const near = found
          .flatMap((some) => some ?? [])
          // Of another index, anything can come.
          .filter((one) => one.vector.length === vector.length)
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
    const passages = await readVisible(db, permitted, [...scores.keys()])
    return passages
      .map((passage) => ({ ...passage, score: scores.get(passage.passageId)! }))
      .sort((a, b) => b.score - a.score)
  }

  async function nearestIn(
    place: Place,
    libraries: Pick<Permitted, 'libraryIds' | 'folders'>,
    space: Parameters<typeof nearest>[2],
  ): ReturnType<typeof nearest> {
    const found = (await place.ask((db) => nearest(db, libraries, space, NEAR))) ?? []
    if (!place.isElsewhere) return found
    const known = await readKnown(libraries, found.slice(0, NEAR))
    return found.filter(({ passageId }, at) => known.has(passageId) && isFirst(found, at))
  }

  /** Requests more if passages that are not yet or no longer visible were among the best. */
  async function rankVisible(
    place: Place,
    { folders }: Permitted,
    weights: WeightedTerm[],
    averageLength: number,
    limit: number,
  ): Promise<RankedPassage[]> {
    const libraries = { libraryIds: idsOf(place), folders }
    for (let wanted = limit; ; wanted *= 4) {
      const found = await place.ask((db) => rank(db, libraries, weights, averageLength, wanted))
      if (!found) return []
      const passages = place.isElsewhere
        ? await asStoredHere(libraries, found.passages.slice(0, wanted + MAX_TIES))
        : found.passages
      if (passages.length >= limit || found.ranked < wanted || wanted >= MAX_RANKED)
        return passages.slice(0, limit)
    }
  }

  /** Returns what the instance's database knows of passages that an index elsewhere has found. */
  async function asStoredHere(
    libraries: Pick<Permitted, 'libraryIds' | 'folders'>,
    found: readonly RankedPassage[],
  ): Promise<RankedPassage[]> {
    const known = await readKnown(libraries, found)
    return found.flatMap(({ passageId, score }, at) => {
      const passage = known.get(passageId)
      return passage && Number.isFinite(score) && isFirst(found, at) ? { ...passage, score } : []
    })
  }

  /** Returns those of these passages that the instance's database knows as visible, by their IDs. */
  async function readKnown(
    libraries: Pick<Permitted, 'libraryIds' | 'folders'>,
    found: readonly { passageId: string }[],
  ): Promise<ReadonlyMap<string, Omit<RankedPassage, 'score'>>> {
    const ids = found.map(({ passageId }) => passageId).filter((id) => PASSAGE_ID.test(String(id)))
    const visible = await readVisible(db, libraries, ids)
    return new Map(visible.map((passage) => [passage.passageId, passage]))
  }

  async function countAll(libraries: Libraries, terms: string[], limits: Limits): Promise<Counted> {
    const here = await readStatistics(db, libraries, terms, { elsewhereToo: true })
    const indexes = here.areElsewhere ? await ownIndexes.among(libraries.dataSourceIds) : []
    const there = await Promise.all(indexes.map((index) => countIn(index, libraries.folders, terms, limits)))
    const reached = there.flatMap((one) => one ?? [])
    const placeHere = ({ libraries }: Statistics): Place => ({
      key: '',
      isElsewhere: false,
      libraries,
      ask: (work) => work(db),
    })
    const all = [here.linked, ...reached.map(({ statistics }) => statistics)]
    return {
      linked: partOf(together(all), [placeHere(here.linked), ...reached.map(({ place }) => place)]),
      attached: partOf(here.attached, [placeHere(here.attached)]),
    }
  }

  async function countIn(
    index: SearchedIndex,
    folders: FolderLimits,
    terms: string[],
    limits: Limits,
  ): Promise<{ statistics: Statistics; place: Place } | null> {
    const dataSourceIds = index.libraries.map(({ dataSourceId }) => dataSourceId)
    const ask: Place['ask'] = (work) => limits.ask(index, work)
    const own = { dataSourceIds, folders, attachedIds: [] }
    const found = await ask((db) => readStatistics(db, own, terms, { elsewhereToo: false }))
    const statistics = found && plausible(found.linked, index, terms)
    if (!statistics) return null
    return { statistics, place: { key: index.key, isElsewhere: true, libraries: statistics.libraries, ask } }
  }

  return (libraries, { wordsOnly = false, recorder } = {}) => {
    const limits = createLimits()
    let counted: { terms: ReadonlySet<string>; found: Counted } | null = null

    async function count(terms: Iterable<string>): Promise<Counted> {
      const wanted = new Set(terms)
      if (!counted || !wanted.isSubsetOf(counted.terms))
        counted = { terms: wanted, found: await countAll(libraries, [...wanted], limits) }
      return counted.found
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
        const { linked, attached } = await count(read.terms.keys())
        const hasTables = linked.hasTables || attached.hasTables
        const graphIds = part === 'linked' ? libraries.graphIds : []
        const permitted = { folders: libraries.folders, graphIds }
        const statistics = part === 'linked' ? linked : attached
        const recorded = part === 'linked' ? recorder : undefined
        const found = await retrieve(
          statistics,
          permitted,
          { question, read, vectors: asked, recorder: recorded },
          limit,
        )
        return { ...found, hasTables, unsearched: limits.unsearched() }
      },
    }
  }
}

const partOf = ({ libraries: _all, ...statistics }: Statistics, places: Place[]): PartStatistics => ({
  ...statistics,
  places: places.filter(({ libraries }) => libraries.length > 0),
})

const idsOf = ({ libraries }: Place): number[] => libraries.map(({ libraryId }) => libraryId)

/** The order of `rank`, for passages of several indexes. */
function byScore(a: RankedPassage, b: RankedPassage): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.fileName !== b.fileName) return a.fileName < b.fileName ? -1 : 1
  if (a.ordinal !== b.ordinal) return a.ordinal - b.ordinal
  if (a.text !== b.text) return a.text < b.text ? -1 : 1
  return Number(a.passageId) - Number(b.passageId)
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
