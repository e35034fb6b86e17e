import { cutTo } from '../../platform/language/cutTo.ts'
import { sentences } from '../../platform/language/sentences.ts'
import { terms as termsOf } from '../../platform/language/terms.ts'
import { titleOf } from '../../platform/language/titleOf.ts'
import { type Expectation, expectationOf } from './expectation.ts'

/** What is read of a passage. */
export interface SourcePassage {
  passageId: string
  dataSourceId: string
  fileId: string
  fileName: string
  ordinal: number
  page: number | null
  heading: string
  text: string
  score: number
}

export interface WeightedTerm {
  term: string
  idf: number
}

export interface Quote {
  passage: SourcePassage
  /** Literally in the passage's text. */
  text: string
  score: number
}

const PASSAGES = 5
const QUOTES = 3
/** Sentences of a section's beginning. */
const SENTENCES = 3
/** What says less than this share of what the best quote says is not offered beside it. */
const WORTH_OFFERING = 0.4
const NEIGHBOURS_WEIGHT = 0.5
/** A heading names what its whole section is about; a sentence may use the same words in passing. */
const HEADING_WEIGHT = 1.25
const PASSAGE_WEIGHT = 0.5
/** Enough to decide between sentences that say about the same. */
const EXPECTED_WEIGHT = 0.1
const MAX_QUOTE = 1000
/** Differences between sections of one file that come from their lengths and not from what they say. */
const OPENINGS_ALIKE = 0.25

/** What a question weighs, each term's idf and their sum, and what it expects. */
interface Question {
  idf: ReadonlyMap<string, number>
  all: number
  expects: Expectation
}

/**
 * The sentence that says most about the question, and up to two others to offer beside it. Where a heading asks the
 * question better than any sentence speaks of it, the beginning of its section is the answer.
 */
export function chooseQuotes(
  asked: string,
  passages: readonly SourcePassage[],
  weights: readonly WeightedTerm[],
): Quote[] {
  const idf = new Map(weights.map((weight) => [weight.term, weight.idf]))
  const all = weights.reduce((sum, weight) => sum + weight.idf, 0)
  const question = { idf, all, expects: expectationOf(asked) }
  const best = passages[0]?.score ?? 0
  if (question.all <= 0 || best <= 0) return []
  const read = passages.slice(0, PASSAGES)
  const quotes: Quote[] = read
    .flatMap((passage) => scoreSentences(passage, question, best))
    .sort((a, b) => b.score - a.score)
  const [opening] = read.flatMap((passage) => scoreOpening(passage, question, best)).sort(byOpening)
  if (opening && opening.score >= (quotes[0]?.score ?? 0)) quotes.unshift(opening)
  return takeBest(quotes)
}

interface Opening extends Quote {
  /** How well the heading and the question agree: 1 where they have the same words. */
  agreement: number
}

/** The first sentences under a heading that shares words with the question. */
function scoreOpening(passage: SourcePassage, question: Question, best: number): Opening[] {
  const words = new Set(termsOf(passage.heading.split(' › ').at(-1) ?? ''))
  const heading = new Set([...words].filter((term) => question.idf.has(term)))
  const text = openingOf(passage.text)
  if (heading.size === 0 || text === '') return []
  const below = new Set([...matches(passage.text, question)].filter((term) => !heading.has(term)))
  const share = shareOf(heading, question)
  const score =
    HEADING_WEIGHT * share +
    NEIGHBOURS_WEIGHT * shareOf(below, question) +
    (PASSAGE_WEIGHT * passage.score) / best
  return [{ passage, text, score, agreement: (share * heading.size) / words.size }]
}

/** Of sections in one file that agree alike, the first introduces the subject; a long one begins with its first. */
function byOpening(a: Opening, b: Opening): number {
  const alike = a.passage.fileId === b.passage.fileId && Math.abs(a.score - b.score) < OPENINGS_ALIKE
  if (!alike) return b.score - a.score
  return b.agreement - a.agreement || a.passage.ordinal - b.passage.ordinal
}

/** The first sentences; where they end with a colon, also the list or table that it announces. */
function openingOf(text: string): string {
  const spans = sentences(text)
  const first = spans.slice(0, SENTENCES)
  const last = first.at(-1)
  if (!last) return ''
  const announces = first.some((span) => /[:：]$/.test(text.slice(span.start, span.end)))
  if (!announces) return cutToQuote(text.slice(first[0]!.start, last.end))
  const end = spans.findLast((span) => span.end - first[0]!.start <= MAX_QUOTE)?.end ?? last.end
  return cutToQuote(text.slice(first[0]!.start, end))
}

function scoreSentences(passage: SourcePassage, question: Question, best: number): Quote[] {
  const spans = sentences(passage.text)
  const matched = spans.map((span) => matches(passage.text.slice(span.start, span.end), question))
  const around = matches(`${titleOf(passage.fileName)}\n${passage.heading}`, question)
  const found: Quote[] = []
  spans.forEach((span, at) => {
    const terms = matched[at]!
    if (terms.size === 0) return
    const near = new Set([...around, ...(matched[at - 1] ?? []), ...(matched[at + 1] ?? [])])
    for (const term of terms) near.delete(term)
    const own = shareOf(terms, question)
    const text = cutToQuote(passage.text.slice(span.start, span.end))
    const kind = question.expects?.(text) ? EXPECTED_WEIGHT : 0
    const score =
      own + NEIGHBOURS_WEIGHT * shareOf(near, question) + (PASSAGE_WEIGHT * passage.score) / best + kind
    found.push({ passage, text, score })
  })
  return found
}

function matches(text: string, { idf }: Question): Set<string> {
  return new Set(termsOf(text).filter((term) => idf.has(term)))
}

function shareOf(terms: ReadonlySet<string>, { idf, all }: Question): number {
  let sum = 0
  for (const term of terms) sum += idf.get(term) ?? 0
  return sum / all
}

/** Passages overlap, so that the same sentence may come twice; it is quoted once. */
function takeBest(sorted: readonly Quote[]): Quote[] {
  const taken: Quote[] = []
  for (const quote of sorted) {
    if (taken.length === QUOTES || quote.score < sorted[0]!.score * WORTH_OFFERING) break
    if (!taken.some((other) => other.text.includes(quote.text))) taken.push(quote)
  }
  return taken
}

/** A sentence without end, as in a table or in code, is quoted as far as a citation holds it. */
function cutToQuote(text: string): string {
  if (text.length <= MAX_QUOTE) return text
  const cut = cutTo(text, MAX_QUOTE)
  const space = cut.search(/\s\S*$/)
  return space > 0 ? cut.slice(0, space) : cut
}
