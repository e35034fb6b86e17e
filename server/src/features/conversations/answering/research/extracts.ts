import type { StreamedCitation } from '@parlance/contract/events'
import { builtInAnswer } from '../../../../engines/builtin.ts'
import { rankTexts } from '../../../knowledge/index.ts'
import type { WebPage } from '../../../webSearch/index.ts'
import { webCitation } from '../../sources/citations.ts'
import type { Answering } from '../question.ts'
import { type SearchedLibraries, search } from '../search.ts'
import { passagesOf } from '../web/builtInWeb.ts'

/** A part of a report that consists of quotes. */
export interface Extract {
  text: string
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
  const extract = written(builtInAnswer({ question: query, found: best, setting: {} }))
  const cited = new Set(extract?.citations.map(({ passageId }) => passageId))
  execution.found(sources.add(best.passages.filter(({ passageId }) => cited.has(passageId))).added)
  return extract
}

/** Returns quotes from pages of the web that answer a query; null if none do. */
export function extractOfPages(pages: readonly WebPage[], query: string): Extract | null {
  const found = rankTexts(query, pages.flatMap(passagesOf))
  return written(
    builtInAnswer({
      question: query,
      found,
      setting: {
        citeWeb({ passage, text }, citationId) {
          const page = pages.find(({ url }) => url === passage.fileId)
          if (!page) throw new Error('A quote is from no page.')
          return webCitation({ ...page, quote: text }, citationId)
        },
      },
    }),
  )
}

function written(answer: ReturnType<typeof builtInAnswer>): Extract | null {
  if (answer.isUnanswered) return null
  let text = ''
  const { citations } = answer.write({
    text(delta) {
      text += delta
    },
    thinking: () => undefined,
  })
  return { text, citations: citations ?? [] }
}
