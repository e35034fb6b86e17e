// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import type { Citation } from '../../chatModel/segments.ts'
import { SourceTable } from './SourceTable.tsx'
import { quoteText } from './tableQuote.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const citation: Citation = {
  citationId: '1',
  kind: 'Table',
  title: 'sales.xlsx',
  path: 'd/f',
  page: null,
  score: 1,
  passageId: '7',
  query: 'SELECT region, sum(amount) FROM sales GROUP BY region',
  rowsUsed: 2250,
  locator: { sheet: 'Sales', range: 'A2:B2251' },
  quote: 'region\tsum(amount)\nNorth\t1200\nشمال\t',
}

let unmount = () => {}
afterEach(() => act(() => unmount()))

function show(shown: Citation): HTMLElement {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  act(() => root.render(<SourceTable citation={shown} />))
  return place
}

it('shows the query, the rows that it used, and its result as a table with column headers', () => {
  const place = show(citation)
  const code = place.querySelector('pre')!
  expect([code.dir, code.textContent]).toEqual(['ltr', citation.query])
  expect(place.textContent).toContain('Based on 2,250 rows. Sales · A2:B2251')
  expect([...place.querySelectorAll('th')].map((one) => one.textContent)).toEqual(['region', 'sum(amount)'])
  expect(place.querySelectorAll('th[scope=col]')).toHaveLength(2)
  expect([...place.querySelectorAll('td')].map((one) => one.textContent)).toEqual([
    'North',
    '1200',
    'شمال',
    '',
  ])
})

it('says so if no rows match', () => {
  expect(show({ ...citation, quote: 'region' }).textContent).toContain('No rows match this query.')
})

it('separates cells in running text', () => {
  expect(quoteText(citation)).toBe('region | sum(amount) · North | 1200 · شمال | ')
  expect(quoteText({ quote: 'a\tb' })).toBe('a\tb')
})
