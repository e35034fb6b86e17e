import type { StreamedCitation } from '@parlance/contract/events'
import { answerByExtraction, type ExtractedAnswer } from '../../../../engines/builtin/answerByExtraction.ts'
import { rankTexts } from '../../../knowledge/index.ts'
import type { WebPage } from '../../../webSearch/index.ts'
import { webCitation } from '../../sources/citations.ts'
import type { Answering } from '../question.ts'
import { type SearchedLibraries, search } from '../search.ts'
import { passagesOf } from '../web/builtInWeb.ts'

/** Quotes for a part of a report. */
export interface Extract {
  /** Says that the quotes are only the closest ones. Empty if they answer what was searched for. */
  note: string
  citations: StreamedCitation[]
}

/** Returns quotes from the libraries that answer a query; null if none do. */
export async function extractOfLibraries(
  { needs, sources, execution }: Answering,
  libraries: SearchedLibraries,
  query: string,
): Promise<Extract | null> {
  // What is quoted is found by its words.
  const begun = needs.knowledge.searchIn(libraries, { wordsOnly: true })
  const { best } = await search(needs.knowledge, begun, libraries, query)
  if (!best) return null
  const extract = quotesOf(answerByExtraction(query, best))
  const cited = new Set(extract?.citations.map(({ passageId }) => passageId))
  execution.found(sources.add(best.passages.filter(({ passageId }) => cited.has(passageId))).added)
  return extract
}

/** Returns quotes from pages of the web that answer a query; null if none do. */
export function extractOfPages(pages: readonly WebPage[], query: string): Extract | null {
  const found = rankTexts(query, pages.flatMap(passagesOf))
  return quotesOf(
    answerByExtraction(query, found, {
      citeWeb({ passage, text }, citationId) {
        const page = pages.find(({ url }) => url === passage.fileId)
        if (!page) throw new Error('A quote is from no page.')
        return webCitation({ ...page, quote: text }, citationId)
      },
    }),
  )
}

/** The first paragraph of an answer by extraction says how well it fits. */
function quotesOf({ outcome, pieces, citations }: ExtractedAnswer): Extract | null {
  if (outcome === 'Found') return { note: '', citations }
  return outcome === 'Closest' ? { note: pieces.join('').split('\n\n')[0] ?? '', citations } : null
}
