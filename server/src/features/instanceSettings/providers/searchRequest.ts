import type { WebSearchRules } from '@parlance/contract/agentConfiguration'
import { bearer } from '../../../engines/chatCompletions.ts'
import type { Connection } from '../../../engines/connections.ts'
import type { Asked } from '../../../engines/getJson.ts'
import { ownSearchUrl, type SearchProvider } from './keyring.ts'

interface Search {
  query: string
  results: number
  rules: WebSearchRules
}

export const noRules: WebSearchRules = { allowedDomains: [], blockedDomains: [] }

/** More would make a query that providers refuse. The results are filtered anyway. */
const MOST_SITES = 8

/** Names the allowed sites in a query, for providers without a parameter for them. */
function withSites({ query, rules: { allowedDomains } }: Search): string {
  if (allowedDomains.length === 0 || allowedDomains.length > MOST_SITES) return query
  return `${query} (${allowedDomains.map((domain) => `site:${domain}`).join(' OR ')})`
}

const requests: Record<SearchProvider, (address: string, apiKey: string, search: Search) => Asked> = {
  Brave: (address, apiKey, search) => ({
    url: `${address}?${new URLSearchParams({ q: withSites(search), count: String(search.results) })}`,
    headers: { 'x-subscription-token': apiKey },
  }),
  Tavily: (address, apiKey, { query, results, rules }) => ({
    url: address,
    headers: { ...bearer(apiKey), 'content-type': 'application/json' },
    body: JSON.stringify({
      query,
      max_results: results,
      include_domains: rules.allowedDomains,
      exclude_domains: rules.blockedDomains,
    }),
  }),
  SearXNG: (address, apiKey, search) => ({
    url: `${address.endsWith('/') ? address.slice(0, -1) : address}/search?${new URLSearchParams({ q: withSites(search), format: 'json' })}`,
    headers: bearer(apiKey),
  }),
  Bing: (address, apiKey, search) => ({
    url: `${address}?${new URLSearchParams({ q: withSites(search), count: String(search.results) })}`,
    headers: { 'ocp-apim-subscription-key': apiKey },
  }),
}

/** Returns the request for a search. */
export const searchRequest = (
  provider: SearchProvider,
  { apiKey, baseUrl }: Connection,
  search: Search,
): Asked => requests[provider](baseUrl ?? ownSearchUrl[provider] ?? '', apiKey ?? '', search)
