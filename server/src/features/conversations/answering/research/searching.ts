import { AppError } from '../../../../platform/errors.ts'
import type { WebPage } from '../../../webSearch/index.ts'
import { cutToTokens } from '../../execution/tokens.ts'
import type { StoredSource } from '../../research/progress.ts'
import { searchAgain } from '../search.ts'
import { bestOf } from '../web/bestPassages.ts'
import { queryText } from '../web/queryText.ts'
import type { ResearchRun } from './run.ts'

const PAGE_TOKENS = 1200
/** The maximum number of sources from which another page of the web can be added. */
const MOST_FOUND = 1000
/** The room for pages of the web in what is stored, which also has the notes and the report. */
const WEB_BYTES = 1_200_000

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

/** Adds pages of the web to the sources, and returns their numbers, and whether there was no room for all. */
export function addPages(
  run: ResearchRun,
  query: string,
  pages: readonly WebPage[],
): { numbers: number[]; isFull: boolean } {
  const added = pages.map(({ url, title, fetchedAt, passages }) => {
    const best = bestOf(query, { passages })
    const text = cutToTokens(best.text, PAGE_TOKENS)
    return addPage(run, { url, title, fetchedAt, quote: best.quote, text })
  })
  const numbers = added.filter((number) => number !== null)
  return { numbers, isFull: numbers.length < pages.length }
}

/** Adds a page of the web to the sources, and returns its number; null if there is no room for it. */
export function addPage(
  run: ResearchRun,
  page: Omit<Extract<StoredSource, { url: string }>, 'number'>,
): number | null {
  const { url, title, fetchedAt, quote, text } = page
  const bytes = Buffer.byteLength(JSON.stringify(page))
  if (run.webBytes + bytes > WEB_BYTES) return null
  const number = run.answering.sources.addWeb({ url, title, fetchedAt }, text, quote, MOST_FOUND)
  if (number === null) return null
  if (run.sources.has(number)) return number
  run.webBytes += bytes
  run.sources.set(number, { number, ...page })
  return number
}
