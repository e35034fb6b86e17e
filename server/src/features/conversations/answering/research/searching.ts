import { AppError } from '../../../../platform/errors.ts'
import type { WebPage } from '../../../webSearch/index.ts'
import { cutToTokens } from '../../execution/tokens.ts'
import { searchAgain } from '../search.ts'
import { bestOf } from '../web/bestPassages.ts'
import { queryText } from '../web/queryText.ts'
import type { ResearchRun } from './run.ts'

const PAGE_TOKENS = 1200

/** Searches the libraries, and returns the numbers of what was found. */
export async function searchLibraries(run: ResearchRun, query: string): Promise<number[]> {
  const { answering, libraries } = run
  const { needs, sources, steps, texts } = answering
  if (!libraries) return []
  const { passages, unsearched } = await searchAgain(needs.knowledge, libraries, query, null)
  if (unsearched > 0) steps.failed('unsearched', texts.unsearched(unsearched))
  if (!sources.number(passages)) return []
  const numbers = sources.numbersOf(passages)
  for (const [at, number] of numbers.entries())
    run.sources.set(number, { number, passageId: passages[at]!.passageId })
  return numbers
}

/** Returns the pages that a search of the web finds; null if it couldn’t be made. */
export async function findPages(
  { answering }: ResearchRun,
  query: string,
  signal: AbortSignal,
): Promise<WebPage[] | null> {
  const { needs, asked, execution } = answering
  try {
    const sent = await needs.web.permitted(queryText(query))
    if (sent === '') return null
    const { provider, pages } = await needs.web.search(sent, asked.configuration.webSearch, signal)
    execution.note('web.searched', { provider, pages: pages.length })
    return pages
  } catch (cause) {
    answering.signal.throwIfAborted()
    execution.note('web.failed', { code: cause instanceof AppError ? cause.code : 'engine.unreachable' })
    return null
  }
}

/** Adds pages of the web to the sources, and returns their numbers. */
export function addPages(run: ResearchRun, query: string, pages: readonly WebPage[]): number[] {
  return pages.flatMap(({ url, title, fetchedAt, passages }) => {
    const best = bestOf(query, { passages })
    const text = cutToTokens(best.text, PAGE_TOKENS)
    const page = { url, title, fetchedAt }
    const number = run.answering.sources.addWeb(page, text, best.quote)
    if (number === null) return []
    run.sources.set(number, { number, ...page, quote: best.quote, text })
    return number
  })
}
