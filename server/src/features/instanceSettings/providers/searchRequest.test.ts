import { describe, expect, test } from 'vitest'
import { noRules, searchRequest } from './searchRequest.ts'

const search = { query: 'tides & ports', results: 16, rules: noRules }
const sites = { allowedDomains: ['example.org', 'coast.example'], blockedDomains: ['ads.example'] }
const many = { ...noRules, allowedDomains: Array.from({ length: 9 }, (_, at) => `site${at}.example`) }

describe('the request for a search', () => {
  test.each([
    ['Brave', null, 'https://api.search.brave.com/res/v1/web/search?q=tides+%26+ports&count=16'],
    ['SearXNG', 'https://search.example/', 'https://search.example/search?q=tides+%26+ports&format=json'],
    [
      'Bing',
      'https://bing.example/v7.0/search',
      'https://bing.example/v7.0/search?q=tides+%26+ports&count=16',
    ],
  ] as const)('of %s has the query and the number of results in its URL', (provider, baseUrl, url) => {
    const asked = searchRequest(provider, { apiKey: 'secret', baseUrl }, search)
    expect(asked.url).toBe(url)
    expect(asked.body).toBeUndefined()
    expect(JSON.stringify(asked.headers)).toContain('secret')
    expect(asked.url).not.toContain('secret')
  })

  test('of Tavily has everything in its body, with the agent’s domains', () => {
    const asked = searchRequest('Tavily', { apiKey: 'secret', baseUrl: null }, { ...search, rules: sites })
    expect(asked.url).toBe('https://api.tavily.com/search')
    expect(asked.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
    })
    expect(JSON.parse(String(asked.body))).toEqual({
      query: 'tides & ports',
      max_results: 16,
      include_domains: sites.allowedDomains,
      exclude_domains: sites.blockedDomains,
    })
  })

  test.each(['Brave', 'SearXNG', 'Bing'] as const)(
    'of %s names the allowed domains in the query',
    (provider) => {
      const connection = { apiKey: null, baseUrl: 'https://search.example' }
      const asked = (rules: typeof sites) =>
        new URL(searchRequest(provider, connection, { ...search, rules }).url).searchParams.get('q')
      expect(asked(sites)).toBe('tides & ports (site:example.org OR site:coast.example)')
      // More would be refused. The results are filtered.
      expect(asked(many)).toBe('tides & ports')
    },
  )
})
