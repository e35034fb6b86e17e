import { quantile } from '../statistics.ts'
import { askAgent } from './answers.ts'
import { addAgent, addLibrary, find, type Reached, type TextFile } from './library.ts'
import {
  fileNameOf,
  holdsAnswer,
  isEnglish,
  type QuestionSet,
  sentenceTargetsOf,
  spread,
} from './questionSet.ts'
import type { Row } from './rows.ts'

export interface Limits {
  /** The number of questions for the search, and for the answers of an agent; 0 uses all. */
  questions: number
  answers: number
}

export const articlesOf = (set: QuestionSet) => Map.groupBy(set.passages, (passage) => passage.doc)

/** Returns each article as a file with one paragraph per page: with a form feed, each page is one passage. */
export function paragraphFiles(
  set: QuestionSet,
  keep: (article: string) => boolean = () => true,
): TextFile[] {
  return [...articlesOf(set)]
    .filter(([article]) => keep(article))
    .map(([article, passages]) => ({
      name: fileNameOf(article),
      // The trailing form feed also makes a page of an article's only paragraph.
      text: `${passages.map((passage) => passage.text).join('\f')}\f`,
    }))
}

/** Returns each article as a file of paragraphs. */
function articleFiles(set: QuestionSet): TextFile[] {
  return [...articlesOf(set)].map(([article, passages]) => ({
    name: fileNameOf(article),
    text: passages.map((passage) => passage.text).join('\n\n'),
  }))
}

/** Measures one passage per paragraph: recall, and the first sentences of the answers. */
export async function measureParagraphs(product: Reached, set: QuestionSet, limits: Limits): Promise<Row[]> {
  const { dataSourceId, seconds, passages } = await addLibrary(product, set.name, paragraphFiles(set))
  if (passages !== set.passages.length)
    throw new Error(`${passages} passages were created from ${set.passages.length}.`)
  const ids = new Map<string, number>()
  for (const [article, list] of articlesOf(set)) {
    for (const [ordinal, passage] of list.entries()) ids.set(`${fileNameOf(article)}#${ordinal}`, passage.id)
  }
  const ranks: number[] = []
  const times: number[] = []
  for (const query of spread(set.queries, limits.questions)) {
    const begun = performance.now()
    const found = await find(product, [dataSourceId], query.q, 10)
    times.push(performance.now() - begun)
    ranks.push(
      found.passages.findIndex(({ fileName, ordinal }) => {
        const id = ids.get(`${fileName}#${ordinal}`)
        return id !== undefined && query.rel.includes(id)
      }),
    )
  }
  const english = isEnglish(set)
  const what = `${set.name}, ${ranks.length} questions, one passage a paragraph`
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / ranks.length
  return [
    {
      what: `${set.name}, ${passages} passages: indexing`,
      value: passages / seconds,
      unit: '/s',
      ...(english && { target: 300 }),
    },
    { what: `${what}: R@1`, value: within(ranks, 1), unit: '', ...(english && { target: 0.78 }) },
    { what: `${what}: R@5`, value: within(ranks, 5), unit: '', target: english ? 0.935 : 0.93 },
    { what: `${what}: R@10`, value: within(ranks, 10), unit: '', ...(english && { target: 0.955 }) },
    { what: `${what}: MRR@10`, value: reciprocal, unit: '', ...(english && { target: 0.85 }) },
    { what: `${what}: retrieval p50`, value: quantile(times, 0.5), unit: ' ms' },
    { what: `${what}: retrieval p95`, value: quantile(times, 0.95), unit: ' ms' },
    ...(await measureSentences(product, set, dataSourceId, limits)),
  ]
}

function within(ranks: readonly number[], k: number): number {
  return ranks.filter((rank) => rank >= 0 && rank < k).length / ranks.length
}

/**
 * Measures the first citation of a BuiltIn agent and its further offers, and how many right ones it doubted; a refusal
 * counts as no answer.
 */
async function measureSentences(
  product: Reached,
  set: QuestionSet,
  dataSourceId: string,
  limits: Limits,
): Promise<Row[]> {
  const gptSystemId = await addAgent(product, dataSourceId)
  const asked = spread(set.queries, limits.answers)
  let [first, firstThree, doubtedRight] = [0, 0, 0]
  for (const query of asked) {
    const { citations, doubted } = await askAgent(product, { gptSystemId }, query.q)
    const quotes = citations.map((citation) => citation.quote)
    if (holdsAnswer(quotes.slice(0, 1), query.answers)) {
      first++
      if (doubted) doubtedRight++
    }
    if (holdsAnswer(quotes.slice(0, 3), query.answers)) firstThree++
  }
  const targets = sentenceTargetsOf(set)
  const what = `${set.name}, ${asked.length} answers: the answer is in the`
  return [
    {
      what: `${what} sentence shown`,
      value: first / asked.length,
      unit: '',
      ...(targets && { target: targets.shown }),
    },
    {
      what: `${what} three offered`,
      value: firstThree / asked.length,
      unit: '',
      ...(targets && { target: targets.offered }),
    },
    {
      what: `${set.name}, ${first} sentences shown with the answer: doubted`,
      value: (100 * doubtedRight) / first,
      unit: '%',
      ...(isEnglish(set) && { target: 5, atMost: true }),
    },
  ]
}

/** Measures articles as users upload them: whether the passages found include the words of the answer. */
export async function measureArticles(product: Reached, set: QuestionSet, limits: Limits): Promise<Row[]> {
  const { dataSourceId } = await addLibrary(product, `${set.name} articles`, articleFiles(set))
  const asked = spread(set.queries, limits.questions)
  let [five, ten] = [0, 0]
  for (const query of asked) {
    const texts = (await find(product, [dataSourceId], query.q, 10)).passages.map((passage) => passage.text)
    if (holdsAnswer(texts.slice(0, 5), query.answers)) five++
    if (holdsAnswer(texts, query.answers)) ten++
  }
  const english = isEnglish(set)
  const what = `${set.name}, ${asked.length} questions, whole articles as files: answer in the top`
  return [
    { what: `${what} 5`, value: five / asked.length, unit: '', ...(english && { target: 0.91 }) },
    { what: `${what} 10`, value: ten / asked.length, unit: '', ...(english && { target: 0.945 }) },
  ]
}

/** Leaves out every second article: only questions about those should be refused. */
export async function measureRefusals(product: Reached, set: QuestionSet, limits: Limits): Promise<Row[]> {
  const articles = [...articlesOf(set).keys()]
  const kept = new Set(articles.filter((_, at) => at % 2 === 0))
  const files = paragraphFiles(set, (article) => kept.has(article))
  const { dataSourceId } = await addLibrary(product, `${set.name} half`, files)
  const gptSystemId = await addAgent(product, dataSourceId)
  const articleOf = new Map(set.passages.map((passage) => [passage.id, passage.doc]))
  const counts = { kept: 0, keptRefused: 0, removed: 0, removedRefused: 0, removedDoubted: 0 }
  for (const query of spread(set.queries, limits.answers)) {
    const answerable = query.rel.some((id) => kept.has(articleOf.get(id) ?? ''))
    const { citations, doubted } = await askAgent(product, { gptSystemId }, query.q)
    const refused = citations.length === 0
    counts[answerable ? 'kept' : 'removed']++
    if (refused) counts[answerable ? 'keptRefused' : 'removedRefused']++
    if (doubted && !answerable) counts.removedDoubted++
  }
  const english = isEnglish(set)
  const what = `${set.name}, half of the articles removed`
  return [
    {
      what: `${what}: refused of ${counts.removed}`,
      value: (100 * counts.removedRefused) / counts.removed,
      unit: '%',
      ...(english && { target: 75 }),
    },
    {
      what: `${what}: wrongly refused of ${counts.kept}`,
      value: (100 * counts.keptRefused) / counts.kept,
      unit: '%',
      ...(english && { target: 6, atMost: true }),
    },
    {
      what: `${what}: doubted of ${counts.removed - counts.removedRefused} that should have been refused`,
      value: (100 * counts.removedDoubted) / (counts.removed - counts.removedRefused),
      unit: '%',
    },
  ]
}

interface SeveralQuestion {
  q: string
  articles: Set<string>
}

/** Returns the questions about several articles. If the set has none, joins questions about two. */
function severalQuestions(set: QuestionSet): SeveralQuestion[] {
  const articleOf = new Map(set.passages.map((passage) => [passage.id, passage.doc]))
  const all = set.queries.map(({ q, rel }) => ({
    q,
    articles: new Set(rel.flatMap((id) => articleOf.get(id) ?? [])),
  }))
  const several = all.filter(({ articles }) => articles.size > 1)
  if (several.length > 0) return several
  const half = Math.floor(all.length / 2)
  return all.slice(0, half).flatMap((one, at) => {
    const other = all[at + half]!
    const articles = one.articles.union(other.articles)
    return articles.size > 1 ? [{ q: `${one.q} ${other.q}`, articles }] : []
  })
}

/** Measures which share of the articles that a question is about is found, with articles as users upload them. */
export async function measureSeveral(product: Reached, set: QuestionSet, limits: Limits): Promise<Row[]> {
  const { dataSourceId } = await addLibrary(product, `${set.name} several`, articleFiles(set))
  const asked = spread(severalQuestions(set), limits.questions)
  let [five, ten] = [0, 0]
  for (const { q, articles } of asked) {
    const { passages } = await find(product, [dataSourceId], q, 10)
    const names = passages.map((passage) => passage.fileName)
    const shareIn = (k: number) => {
      const found = new Set(names.slice(0, k))
      return [...articles].filter((article) => found.has(fileNameOf(article))).length / articles.size
    }
    five += shareIn(5)
    ten += shareIn(10)
  }
  const what = `${set.name}, ${asked.length} questions about several articles: articles in the top`
  return [
    { what: `${what} 5`, value: five / asked.length, unit: '' },
    { what: `${what} 10`, value: ten / asked.length, unit: '' },
  ]
}
