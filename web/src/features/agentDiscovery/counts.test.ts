import { expect, test } from 'vitest'
import { together } from './counts.ts'

test('counts the categories of all directories together, by name', () => {
  const own = { total: 2, categories: [{ category: 'Law', count: 1 }] }
  const system = {
    total: 40,
    categories: [
      { category: 'Finance', count: 9 },
      { category: 'Law', count: 3 },
    ],
  }
  expect(together([own, system])).toEqual({
    total: 42,
    categories: [
      { category: 'Finance', count: 9 },
      { category: 'Law', count: 4 },
    ],
  })
  expect(together([])).toEqual({ total: 0, categories: [] })
})
