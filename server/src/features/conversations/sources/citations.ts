import type { StreamedCitation } from '@parlance/contract/events'
import { citationOf } from '../../../engines/citationOf.ts'
import { cutTo } from '../../../platform/language/cutTo.ts'
import type { RankedPassage } from '../../knowledge/index.ts'

const QUOTE_CHARACTERS = 1000
/** More would be a list of everything. */
const MOST_CITATIONS = 200
const MARKER = /\[(\d{1,4}(?:, ?\d{1,4})*)\]/g

/**
 * Returns the citations of a model's answer: the passages whose numbers appear in its text, each once, in the
 * order of their first appearance. A citation's ID is the number that the text names.
 */
export function citationsIn(answer: string, passages: readonly RankedPassage[]): StreamedCitation[] {
  const named = new Set<number>()
  for (const [, numbers = ''] of answer.matchAll(MARKER))
    for (const number of numbers.split(',')) named.add(Number(number))
  const cited = [...named].filter((number) => number >= 1 && number <= passages.length)
  return cited.slice(0, MOST_CITATIONS).map((number) => {
    const passage = passages[number - 1] as RankedPassage
    const quote = cutTo(passage.text, QUOTE_CHARACTERS)
    return citationOf(passage, { citationId: String(number), quote, score: passage.score })
  })
}

/** Returns the position of a quote in a passage's text, in UTF-16 units, or null if it is not literal. */
export function offsetsOf(text: string, quote: string): { start: number; end: number } | null {
  const start = text.indexOf(quote)
  return start < 0 || quote === '' ? null : { start, end: start + quote.length }
}
