import { describe, expect, test } from 'vitest'
import { readResults } from './results.ts'

const found = [{ url: new URL('https://example.org/tides'), title: 'Tides', excerpt: 'High at noon.' }]

describe('the answer of a search provider', () => {
  test.each([
    [
      'Brave',
      {
        web: {
          results: [{ url: 'https://example.org/tides', title: 'Tides', description: 'High at noon.' }],
        },
      },
    ],
    ['Tavily', { results: [{ url: 'https://example.org/tides', title: 'Tides', content: 'High at noon.' }] }],
    [
      'SearXNG',
      { results: [{ url: 'https://example.org/tides', title: 'Tides', content: 'High at noon.' }] },
    ],
    [
      'Bing',
      {
        webPages: { value: [{ url: 'https://example.org/tides', name: 'Tides', snippet: 'High at noon.' }] },
      },
    ],
  ] as const)('of %s becomes results', (provider, answer) => {
    expect(readResults(provider, answer)).toEqual(found)
  })

  test('has each address once, without marks of the query, and with the host for a missing title', () => {
    const results = [
      {
        url: 'https://example.org/tides#one',
        title: '<strong>Tides</strong>',
        content: ' High  <b>at</b> noon. ',
      },
      { url: 'https://example.org/tides#two', title: 'Again', content: '' },
      { url: 'https://coast.example/', title: null, content: 7 },
    ]
    expect(readResults('Tavily', { results })).toEqual([
      ...found,
      { url: new URL('https://coast.example/'), title: 'coast.example', excerpt: '' },
    ])
  })

  test.each([
    null,
    'text',
    [],
    {},
    { results: 'none' },
    { results: [null, 7, { title: 'No address' }, { url: 'not one' }] },
  ])('%j has no results', (answer) => {
    expect(readResults('Tavily', answer)).toEqual([])
  })
})
