import { expect, test } from 'vitest'
import { categoriesFault, categoriesOf, textOf } from './categories.ts'

test('splits categories at Latin and Arabic commas and removes duplicates', () => {
  expect(categoriesOf(' Law,Finance ، Law,, ')).toEqual(['Law', 'Finance'])
  expect(categoriesOf('')).toEqual([])
  expect(categoriesOf(textOf(['Law', 'Human resources']))).toEqual(['Law', 'Human resources'])
})

test('reports categories that are too many or too long', () => {
  expect(categoriesFault('a,b,c,d,e')).toBeUndefined()
  expect(categoriesFault('a,b,c,d,e,f')).toBe('categoriesMany')
  expect(categoriesFault('x'.repeat(51))).toBe('categoryLong')
})
