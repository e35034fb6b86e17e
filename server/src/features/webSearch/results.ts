import { z } from 'zod'
import { cutTo } from '../../platform/language/cutTo.ts'
import type { SearchProvider } from '../instanceSettings/index.ts'

export interface WebResult {
  url: URL
  title: string
  excerpt: string
}

const URL_CHARACTERS = 2000
const TITLE_CHARACTERS = 200
const EXCERPT_CHARACTERS = 1000
/** How many results of a provider are looked at. */
const MOST_LOOKED_AT = 50

const text = z.string().catch('')
const listOf = <T extends z.ZodType>(item: T) => z.array(item.nullable().catch(null)).catch([])
const contents = listOf(z.object({ url: z.string(), title: text, content: text }))
const withResults = z.object({ results: contents })

/** Reads the answer of each provider. Whatever has another form isn't a result. */
const readers: Record<
  SearchProvider,
  (answer: unknown) => { url: string; title: string; excerpt: string }[]
> = {
  Brave: (answer) =>
    present(
      z
        .object({
          web: z.object({ results: listOf(z.object({ url: z.string(), title: text, description: text })) }),
        })
        .safeParse(answer).data?.web.results,
    ).map(({ url, title, description }) => ({ url, title, excerpt: description })),
  Tavily: (answer) => ofContents(answer),
  SearXNG: (answer) => ofContents(answer),
  Bing: (answer) =>
    present(
      z
        .object({
          webPages: z.object({ value: listOf(z.object({ url: z.string(), name: text, snippet: text })) }),
        })
        .safeParse(answer).data?.webPages.value,
    ).map(({ url, name, snippet }) => ({ url, title: name, excerpt: snippet })),
}

function ofContents(answer: unknown) {
  return present(withResults.safeParse(answer).data?.results).map(({ url, title, content }) => ({
    url,
    title,
    excerpt: content,
  }))
}

const present = <T>(items: readonly (T | null)[] | undefined): T[] =>
  (items ?? []).filter((item) => item !== null)

/** Returns the results in a provider's answer, each address once. */
export function readResults(provider: SearchProvider, answer: unknown): WebResult[] {
  const found = new Map<string, WebResult>()
  for (const { url: address, title, excerpt } of readers[provider](answer).slice(0, MOST_LOOKED_AT)) {
    const url = address.length > URL_CHARACTERS ? null : URL.parse(address)
    if (!url) continue
    url.hash = ''
    if (found.has(url.href)) continue
    found.set(url.href, {
      url,
      title: plain(title, TITLE_CHARACTERS) || url.hostname,
      excerpt: plain(excerpt, EXCERPT_CHARACTERS),
    })
  }
  return [...found.values()]
}

/** Providers mark the words of the query with tags. */
const plain = (marked: string, characters: number): string =>
  cutTo(
    marked
      .slice(0, 4 * characters)
      .replaceAll(/<\/?\w{1,10}>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    characters,
  )
