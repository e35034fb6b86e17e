import type { StreamedCitation } from '@parlance/contract/events'
import { citationOf } from '../../../engines/citationOf.ts'
import { cutTo } from '../../../platform/language/cutTo.ts'
import type { RankedPassage } from '../../knowledge/index.ts'

const QUOTE_CHARACTERS = 1000
/** More would be a list of everything. */
const MOST_CITATIONS = 200
const MARKER = /\[(\d{1,4}(?:, ?\d{1,4})*)\]/g

/** The query that a result is from, and what it is based on. The text of its passage is the result. */
export type TableEvidence = Required<Pick<StreamedCitation, 'query' | 'rowsUsed'>> &
  Partial<Pick<StreamedCitation, 'locator' | 'page'>>

/** A page of the web. */
export interface WebEvidence {
  url: string
  title: string
  fetchedAt: string
  quote: string
}

/**
 * Returns the citations of a model's answer: the passages whose numbers appear in its text, each once, in the
 * order of their first appearance. A citation's ID is the number that the text names.
 */
export function citationsIn(
  answer: string,
  passages: readonly RankedPassage[],
  evidence: ReadonlyMap<number, TableEvidence | WebEvidence> = new Map(),
): StreamedCitation[] {
  const named = new Set<number>()
  for (const [, numbers = ''] of answer.matchAll(MARKER))
    for (const number of numbers.split(',')) named.add(Number(number))
  const cited = [...named].filter((number) => number >= 1 && number <= passages.length)
  return cited.slice(0, MOST_CITATIONS).map((number) => {
    const passage = passages[number - 1] as RankedPassage
    const from = evidence.get(number)
    if (from)
      return 'url' in from ? webCitation(from, String(number)) : tableCitation(passage, String(number), from)
    const quote = cutTo(passage.text, QUOTE_CHARACTERS)
    return citationOf(passage, { citationId: String(number), quote, score: passage.score })
  })
}

/** Returns the citation of a page of the web. */
export function webCitation(
  { url, title, fetchedAt, quote }: WebEvidence,
  citationId: string,
): StreamedCitation {
  return {
    citationId,
    kind: 'Web',
    title,
    path: url,
    url,
    fetchedAt,
    page: null,
    quote: cutTo(quote, QUOTE_CHARACTERS),
    score: 1,
    passageId: null,
  }
}

/** Returns the citation of a query's result. `passage` is one of the file, with the result as its text. */
export function tableCitation(
  passage: RankedPassage,
  citationId: string,
  evidence: TableEvidence,
): StreamedCitation {
  const { locator: _, ...cited } = citationOf(passage, { citationId, quote: passage.text, score: 1 })
  return { ...cited, kind: 'Table', page: null, ...evidence }
}

/** Returns the position of a quote in a passage's text, in UTF-16 units, or null if it is not literal. */
export function offsetsOf(text: string, quote: string): { start: number; end: number } | null {
  const start = text.indexOf(quote)
  return start < 0 || quote === '' ? null : { start, end: start + quote.length }
}
