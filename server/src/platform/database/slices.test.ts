import { expect, test } from 'vitest'
import { batchesOf } from './slices.ts'

test('batches are within the limits of rows and bytes, and hold every row once, in order', () => {
  const batches = (lengths: number[]) => [...batchesOf(lengths, (length) => length, { rows: 3, bytes: 10 })]
  expect(batches([])).toEqual([])
  expect(batches([1, 1, 1, 1])).toEqual([[1, 1, 1], [1]])
  expect(batches([4, 6, 1, 9])).toEqual([
    [4, 6],
    [1, 9],
  ])
  expect(batches([50, 1, 50])).toEqual([[50], [1], [50]])
})
