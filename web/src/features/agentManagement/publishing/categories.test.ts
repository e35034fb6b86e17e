import { expect, test } from 'vitest'
import { categoriesFault, categoriesOf, textOf } from './categories.ts'

test('categories are typed with commas between them, Arabic ones too, and stand once', () => {
  expect(categoriesOf(' Law,Finance ، Law,, ')).toEqual(['Law', 'Finance'])
  expect(categoriesOf('')).toEqual([])
  expect(categoriesOf(textOf(['Law', 'Human resources']))).toEqual(['Law', 'Human resources'])
})

test('more or longer ones than an agent may have are told', () => {
  expect(categoriesFault('a,b,c,d,e')).toBeUndefined()
  expect(categoriesFault('a,b,c,d,e,f')).toBe('categoriesMany')
  expect(categoriesFault('x'.repeat(51))).toBe('categoryLong')
})
