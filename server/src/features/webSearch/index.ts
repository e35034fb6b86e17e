import type { WebSearchRules } from '@parlance/contract/agentConfiguration'
import { getJson } from '../../engines/getJson.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { withoutPlaceholders } from '../../platform/redaction/redactor.ts'
import { createSiteReader, pageFile, type SiteReader } from '../agentSetups/index.ts'
import {
  type CurrentInstance,
  type CurrentSearch,
  type Providers,
  type SearchProvider,
  searchRequest,
} from '../instanceSettings/index.ts'
import { type IndexablePassage, type Knowledge, type MimeType, termsOfPassage } from '../knowledge/index.ts'
import { readResults, type WebResult } from './results.ts'
import { isPermitted } from './rules.ts'

/** A result of a search with what was read of its page. */
export interface WebPage {
  url: string
  title: string
  /** The passages of the page, or what the provider said about it if the page couldn't be read. */
  passages: Pick<IndexablePassage, 'text' | 'heading' | 'terms' | 'counts' | 'length'>[]
  /** When the page was read, or the provider answered. */
  fetchedAt: string
}

export interface WebFindings {
  provider: SearchProvider
  pages: WebPage[]
}

export interface WebSearch {
  /** Whether a search provider is set and web search is enabled on this instance. */
  isOn(): Promise<boolean>
  /** Returns the provider that queries are sent to, with its address and key, or null without one. */
  provider(): Promise<CurrentSearch | null>
  /** Returns a query as it is sent: without personal data where providers don’t get any. Empty if nothing is left. */
  permitted(query: string): Promise<string>
  /** Searches, and reads the first pages that the agent's rules permit. Throws `engine.…` if the provider fails. */
  search(query: string, rules: WebSearchRules, signal: AbortSignal): Promise<WebFindings>
}

const PROVIDER_MS = 10_000
const PROVIDER_BYTES = 1024 * 1024
const MOST_RESULTS = 8
const MOST_PAGES = 4
const PAGE_BYTES = 2 * 1024 * 1024
/** For all pages of a search, with the rules of their sites and reading their text. */
const PAGES_MS = 12_000

const types: Record<string, MimeType> = {
  '.html': 'text/html',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
}

interface Needs {
  instance: Pick<CurrentInstance, 'isToolOn'>
  providers: Providers
  knowledge: Pick<Knowledge, 'pageTexts'>
}

/** Searches the web with the instance's provider, and reads what it finds through the egress guard. */
export function createWebSearch(
  { config, egress, redaction }: Pick<Platform, 'config' | 'egress' | 'redaction'>,
  { instance, providers, knowledge }: Needs,
): WebSearch {
  /** A provider that searches can’t use placeholders, so they are dropped. */
  async function permitted(query: string): Promise<string> {
    const redactor = await redaction.forProviders()
    if (!redactor) return query
    const left = withoutPlaceholders(redactor.redact(query).text).replaceAll(/\s+/g, ' ').trim()
    return /[\p{L}\p{N}]/u.test(left) ? left : ''
  }

  /** Returns a page as passages, or null if it can't be read. */
  async function readPage(
    reader: SiteReader,
    { url }: WebResult,
    rules: WebSearchRules,
  ): Promise<Pick<WebPage, 'url' | 'title' | 'passages'> | null> {
    const { page } = await reader.read(url.href, {
      mayRedirect: (from, to) =>
        !(from.protocol === 'https:' && to.protocol === 'http:') &&
        // A page of the web must not lead to a host that the operator has named, which can be private.
        (egress.isNamed(from.href) || !egress.isNamed(to.href)) &&
        isPermitted(to, rules, egress.isNamed),
      mostBytes: PAGE_BYTES,
    })
    const file = page && pageFile(page)
    if (!page || !file) return null
    const [, title = '', ending = ''] = /^(.*?)(\.[a-z]+)$/s.exec(file.name) ?? []
    const mimeType = types[ending]
    if (!mimeType) return null
    const passages = await knowledge.pageTexts.read({ name: file.name, mimeType, bytes: file.bytes })
    return passages.length === 0 ? null : { url: page.url, title, passages }
  }

  async function readPages(results: readonly WebResult[], rules: WebSearchRules, signal: AbortSignal) {
    const late = AbortSignal.timeout(PAGES_MS)
    const reader = createSiteReader(egress, {
      origin: config.publicOrigin,
      signal: AbortSignal.any([signal, late]),
    })
    const ended = Promise.withResolvers<null>()
    late.addEventListener('abort', () => ended.resolve(null), { once: true })
    const pages = await Promise.all(
      results.map(async (result, at): Promise<WebPage> => {
        // A page that can't be read leaves what the provider says about it.
        const read =
          at < MOST_PAGES
            ? await Promise.race([readPage(reader, result, rules).catch(() => null), ended.promise])
            : null
        const excerpt = { text: result.excerpt, heading: '' }
        return {
          url: read?.url ?? result.url.href,
          title: read?.title || result.title,
          passages:
            read?.passages ??
            (result.excerpt === '' ? [] : [{ ...excerpt, ...termsOfPassage(excerpt, result.title) }]),
          fetchedAt: new Date().toISOString(),
        }
      }),
    )
    signal.throwIfAborted()
    // Results can lead to the same page.
    const distinct = [...new Map(pages.map((page) => [page.url, page])).values()]
    return distinct.filter(({ passages }) => passages.length > 0)
  }

  return {
    isOn: () => instance.isToolOn('WebSearch'),
    provider: () => providers.current.search(),
    permitted,
    async search(asked, rules, signal) {
      const query = await permitted(asked)
      if (query === '') throw new AppError('engine.refused')
      const current = await providers.current.search()
      if (!current) throw new AppError('apiKey.none')
      const { provider, connection } = current
      const timed = AbortSignal.any([signal, AbortSignal.timeout(PROVIDER_MS)])
      const request = searchRequest(provider, connection, { query, results: MOST_RESULTS * 2, rules })
      const answer = await getJson(egress, request, timed, PROVIDER_BYTES)
      const results = readResults(provider, answer)
        .filter(({ url }) => isPermitted(url, rules, egress.isNamed))
        .slice(0, MOST_RESULTS)
      return { provider, pages: await readPages(results, rules, signal) }
    },
  }
}
