import type { Locator } from '@parlance/contract/events'
import { cutTo } from '../../platform/language/cutTo.ts'
import { languageOfQuestion } from '../../platform/language/functionWords.ts'
import { resembles } from '../../platform/language/resembles.ts'
import { sentences } from '../../platform/language/sentences.ts'
import { terms as termsOf } from '../../platform/language/terms.ts'
import { titleOf } from '../../platform/language/titleOf.ts'
import { type Expectation, expectationOf } from './expectation.ts'

/** The properties of a passage that are used. */
export interface SourcePassage {
  passageId: string
  dataSourceId: string
  fileId: string
  fileName: string
  ordinal: number
  page: number | null
  locator: Omit<Locator, 'page'> | null
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
  /** Verbatim from the passage's text. */
  text: string
  score: number
}

const PASSAGES = 5
const QUOTES = 3
/** The number of sentences from the start of a section. */
const SENTENCES = 3
/** Quotes below this share of the best quote's score are not offered. */
const WORTH_OFFERING = 0.4
const NEIGHBOURS_WEIGHT = 0.5
/** A heading names the subject of its whole section; a sentence can use the same words in passing. */
const HEADING_WEIGHT = 1.25
const PASSAGE_WEIGHT = 0.5
/** Enough to decide between sentences with similar scores. */
const EXPECTED_WEIGHT = 0.1
const MAX_QUOTE = 1000
/** Score differences between sections of one file that come from their length, not from their content. */
const OPENINGS_ALIKE = 0.25

/** The question's weights (each term's idf and their sum) and what kind of answer it expects. */
interface Question {
  idf: ReadonlyMap<string, number>
  all: number
  /** Whether other forms of its words match. English terms are stems already. */
  loose: boolean
  expects: Expectation
}

/**
 * Returns the most relevant sentence and up to two others. If a heading matches the question better than any
 * sentence, the start of its section is the answer.
 */
export function chooseQuotes(
  asked: string,
  passages: readonly SourcePassage[],
  weights: readonly WeightedTerm[],
): Quote[] {
  const idf = new Map(weights.map((weight) => [weight.term, weight.idf]))
  const all = weights.reduce((sum, weight) => sum + weight.idf, 0)
  const loose = !languageOfQuestion(asked).english
  const question = { idf, all, loose, expects: expectationOf(asked) }
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
  /** How well the heading and the question match: 1 if they have the same words. */
  agreement: number
}

/** Scores the first sentences under a heading that shares words with the question. */
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

/**
 * Of similar sections in one file, the better matching heading comes first, then the earlier passage, because
 * it introduces the subject.
 */
function byOpening(a: Opening, b: Opening): number {
  const alike = a.passage.fileId === b.passage.fileId && Math.abs(a.score - b.score) < OPENINGS_ALIKE
  if (!alike) return b.score - a.score
  return b.agreement - a.agreement || a.passage.ordinal - b.passage.ordinal
}

/** Returns the first sentences. If they end with a colon, includes the list or table that it announces. */
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
    const text = bestPart(passage.text.slice(span.start, span.end), question)
    const kind = question.expects?.(text) ? EXPECTED_WEIGHT : 0
    const score =
      own + NEIGHBOURS_WEIGHT * shareOf(near, question) + (PASSAGE_WEIGHT * passage.score) / best + kind
    found.push({ passage, text, score })
  })
  return found
}

function matches(text: string, { idf, loose }: Question): Set<string> {
  const own = new Set(termsOf(text))
  const matched = new Set([...own].filter((term) => idf.has(term)))
  if (!loose) return matched
  for (const term of idf.keys()) {
    if (!matched.has(term) && own.values().some((other) => resembles(term, other))) matched.add(term)
  }
  return matched
}

function shareOf(terms: ReadonlySet<string>, { idf, all }: Question): number {
  let sum = 0
  for (const term of terms) sum += idf.get(term) ?? 0
  return sum / all
}

/** Passages overlap, so the same sentence can occur twice; it is quoted once. */
function takeBest(sorted: readonly Quote[]): Quote[] {
  const taken: Quote[] = []
  for (const quote of sorted) {
    if (taken.length === QUOTES || quote.score < sorted[0]!.score * WORTH_OFFERING) break
    if (!taken.some((other) => other.text.includes(quote.text))) taken.push(quote)
  }
  return taken
}

/** Cuts a very long sentence, such as a table or code, to the maximum length of a citation. */
/** Returns the part of a sentence that matches the question best. Only text without punctuation needs to be cut. */
function bestPart(text: string, question: Question): string {
  let best = cutToQuote(text)
  if (best === text) return text
  let most = shareOf(matches(best, question), question)
  for (let at = MAX_QUOTE / 2; at < text.length; at += MAX_QUOTE / 2) {
    const rest = text.slice(at).replace(/^[\uDC00-\uDFFF]/, '')
    const word = rest.search(/\s/) + 1
    const part = cutToQuote(rest.slice(word))
    const share = shareOf(matches(part, question), question)
    if (share <= most) continue
    best = part
    most = share
  }
  return best
}

function cutToQuote(text: string): string {
  if (text.length <= MAX_QUOTE) return text
  const cut = cutTo(text, MAX_QUOTE)
  const space = cut.search(/\s\S*$/)
  return space > 0 ? cut.slice(0, space) : cut
}
