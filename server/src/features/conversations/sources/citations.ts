import type { StreamedCitation } from '@parlance/contract/events'
import { limits } from '@parlance/contract/limits'
import { cutTo } from '../../../platform/language/cutTo.ts'
import type { RankedPassage } from '../../knowledge/index.ts'

const QUOTE_CHARACTERS = 1000
const MARKER = /\[(\d{1,3})\]/g

/**
 * Returns the citations of a model's answer: the passages whose markers appear in its text, at the position
 * that the marker names. Markers are passage numbers, and a citation's number is its position in the list. So
 * passages before the last cited one stay in the list.
 */
export function citationsIn(answer: string, passages: readonly RankedPassage[]): StreamedCitation[] {
  let last = 0
  for (const [, digits] of answer.matchAll(MARKER)) {
    const number = Number(digits)
    if (number <= passages.length) last = Math.max(last, number)
  }
  return passages.slice(0, last).map((passage, index) => ({
    citationId: String(index + 1),
    title: passage.fileName.slice(0, limits.fileName),
    path: `${passage.dataSourceId}/${passage.fileId}`,
    page: passage.page,
    quote: cutTo(passage.text, QUOTE_CHARACTERS),
    score: passage.score,
    passageId: passage.passageId,
  }))
}

/** Returns the position of a quote in a passage's text, in UTF-16 units, or null if it is not literal. */
export function offsetsOf(text: string, quote: string): { start: number; end: number } | null {
  const start = text.indexOf(quote)
  return start < 0 || quote === '' ? null : { start, end: start + quote.length }
}
