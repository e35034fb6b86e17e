import { expect, it } from 'vitest'
import { citationOf } from './citationOf.ts'

const passage = {
  passageId: '7',
  dataSourceId: 'd',
  fileId: 'f',
  fileName: 'fees.xlsx',
  page: null,
  locator: { sheet: 'Fees', range: 'A10:C12' },
  text: 'Boat: A | Fee: 1\nBoat: B | Fee: 2\nBoat: C | Fee: 3',
}
const cite = (quote: string, changes: Partial<typeof passage> = {}) =>
  citationOf({ ...passage, ...changes }, { citationId: '1', quote, score: 1 }).locator

it.each([
  ['Boat: B | Fee: 2', 'A11:C11'],
  ['Fee: 2\nBoat: C | Fee: 3', 'A11:C12'],
  ['Boat: A | Fee: 1…', 'A10:C10'],
  ['not in it', 'A10:C12'],
])('the quote %j is in the cells %s', (quote, range) => {
  expect(cite(quote)).toEqual({ sheet: 'Fees', range })
})

it('all cells are cited if empty rows are between them, or if there is one column', () => {
  expect(cite('Boat: B | Fee: 2', { locator: { sheet: 'Fees', range: 'A10:C20' } })?.range).toBe('A10:C20')
  expect(cite('Boat: B | Fee: 2', { locator: { sheet: 'Fees', range: 'B10:B12' } })?.range).toBe('B11')
})

it('a slide isn’t cited as a page, and a text without places has none', () => {
  const paged = { ...passage, page: 3 }
  expect(
    citationOf({ ...paged, locator: { slide: 3 } }, { citationId: '1', quote: '', score: 1 }).locator,
  ).toEqual({ slide: 3 })
  expect(citationOf({ ...paged, locator: null }, { citationId: '1', quote: '', score: 1 }).locator).toEqual({
    page: 3,
  })
  expect(
    citationOf({ ...passage, locator: null }, { citationId: '1', quote: '', score: 1 }).locator,
  ).toBeUndefined()
})
