import { expect, it } from 'vitest'
import { citationPlace, timeOf } from './citationPlace.ts'

const words = {
  page: (page: number) => `p. ${page}`,
  slide: (slide: number) => `slide ${slide}`,
  table: (table: number) => `table ${table}`,
  lines: (first: number, last: number) => (first === last ? `line ${first}` : `lines ${first}–${last}`),
}

it.each([
  [{ page: 3 }, 'p. 3'],
  [{ page: 3, locator: { page: 3 } }, 'p. 3'],
  [{ page: 3, locator: { slide: 3 } }, 'slide 3'],
  [{ page: null, locator: { sheet: 'Fees', range: 'B2:F14' } }, 'Fees, \u2066B2:F14\u2069'],
  [
    { page: 3, locator: { sheet: 'Fees', table: 2, range: 'A2:B9' } },
    'p. 3, Fees, table 2, \u2066A2:B9\u2069',
  ],
  [{ page: null, locator: { line: 4, lastLine: 4 } }, 'line 4'],
  [{ page: null, locator: { line: 4, lastLine: 30 } }, 'lines 4–30'],
  [{ page: null, locator: { timeMs: 65_400 } }, '1:05'],
  [{ page: null }, null],
])('%j is named %s', (citation, place) => {
  expect(citationPlace(citation, words)).toBe(place)
})

it('times have hours only if needed', () => {
  expect([0, 59_999, 3_725_000].map(timeOf)).toEqual(['0:00', '0:59', '1:02:05'])
})
