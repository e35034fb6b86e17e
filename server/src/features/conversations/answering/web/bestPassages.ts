import { terms as termsOf } from '../../../../platform/language/terms.ts'
import type { WebPage } from '../../../webSearch/index.ts'

const MOST_PASSAGES = 4

/** Returns the passages of a page that contain most words of a query, in the order of the page, and the best one. */
export function bestOf(
  query: string,
  { passages }: Pick<WebPage, 'passages'>,
): { text: string; quote: string } {
  const wanted = new Set(termsOf(query))
  const ranked = passages
    .map((passage, at) => ({
      at,
      text: passage.text,
      score: passage.terms.filter((term) => wanted.has(term)).length,
    }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, MOST_PASSAGES)
  const text = ranked
    .toSorted((a, b) => a.at - b.at)
    .map((one) => one.text)
    .join('\n\n')
  return { text, quote: ranked[0]?.text ?? '' }
}
