import { expect, test } from 'vitest'
import { checkedCitations, checkedNumbers, citedNumbers, renumbered, summaryOf } from './report.ts'

test('citations are numbered in their order, and those of sources that weren’t found are removed', () => {
  expect(checkedCitations('A [7]. B [3, 9]. C [9]. D [7, 7].', new Set([3, 7]))).toEqual({
    text: 'A [1]. B [2]. C. D [1].',
    numbers: [7, 3],
    removed: 2,
  })
})

test('ranges and other separators are citations, and long ranges are none', () => {
  expect(checkedCitations('A [3–5]. B [3; 9]. C [77-79]. D [1851–1902].', new Set([3, 4]))).toEqual({
    text: 'A [1, 2]. B [1]. C. D [1851–1902].',
    numbers: [3, 4],
    removed: 5,
  })
  expect(checkedNumbers('A [3-5].', new Set([4, 5]))).toBe('A [4, 5].')
})

test('links aren’t citations', () => {
  const text = 'See [3](https://a.example).'
  expect(checkedCitations(text, new Set())).toEqual({ text, numbers: [], removed: 0 })
})

test('notes keep the numbers of their sources without those that weren’t found', () => {
  expect(checkedNumbers('A [7, 8]. B [8].', new Set([7]))).toBe('A [7]. B.')
  expect(citedNumbers('A [7, 8]. B [2].')).toEqual([7, 8, 2])
})

test('notes get other numbers only if all of their sources are there', () => {
  const numberOf = new Map([
    [1, 5],
    [2, 6],
  ])
  expect(renumbered('A [1, 2].', numberOf)).toBe('A [5, 6].')
  expect(renumbered('A [1, 3].', numberOf)).toBeNull()
})

test('the summary is below the first heading, or the first part', () => {
  expect(summaryOf('## Summary\n\nShort.\n\n## More\n\nLong.')).toBe('Short.')
  expect(summaryOf('Short.\n\n## More\n\nLong.')).toBe('Short.')
  expect(summaryOf('')).toBe('')
})
