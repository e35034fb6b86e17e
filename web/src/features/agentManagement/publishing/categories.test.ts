import { expect, test } from 'vitest'
import { categoriesError, categoriesOf, textOf } from './categories.ts'

test('splits categories at Latin and Arabic commas and removes duplicates', () => {
  expect(categoriesOf(' Law,Finance ، Law,, ')).toEqual(['Law', 'Finance'])
  expect(categoriesOf('')).toEqual([])
  expect(categoriesOf(textOf(['Law', 'Human resources']))).toEqual(['Law', 'Human resources'])
})

test('reports categories that are too many or too long', () => {
  expect(categoriesError('a,b,c,d,e')).toBeUndefined()
  expect(categoriesError('a,b,c,d,e,f')).toBe('categoriesMany')
  expect(categoriesError('x'.repeat(51))).toBe('categoryLong')
})
