import { expect, it } from 'vitest'
import type { RankedPassage } from '../retrieval/store.ts'
import { merged } from './widen.ts'

const passage = (passageId: string, score: number, fileName = 'a.txt'): RankedPassage => ({
  passageId,
  dataSourceId: 'library',
  fileId: fileName,
  fileName,
  ordinal: 0,
  page: null,
  locator: null,
  heading: '',
  text: '',
  start: 0,
  end: 0,
  filePassages: 1,
  filePages: null,
  score,
})
const order = (passages: RankedPassage[]) => passages.map(({ passageId }) => passageId).join(' ')

/** Copies of the first passages come last, although they score as high. */
const sorted = [
  passage('one', 0.9),
  passage('two', 0.8),
  passage('three', 0.7),
  passage('other', 0.5),
  passage('four', 0.6),
  passage('five', 0.3),
  passage('copy of one', 0.9),
  passage('copy of two', 0.8),
]

it('leaves the order of passages that gain nothing, although copies at the end score high', () => {
  expect(order(merged(sorted, [], new Map()))).toBe(order(sorted))
  expect(order(merged(sorted, [], new Map([['copy of two', 0.1]])))).toBe(
    'one two three other four copy of two five copy of one',
  )
})

it('moves up what gains, and adds what only the graph has found, below the first three', () => {
  const added = [passage('b', 0, 'b.txt'), passage('a', 0, 'a.txt'), passage('c', 0, 'c.txt')]
  const gains = new Map([
    ['five', 0.9],
    ['a', 0.3],
    ['b', 0.3],
    ['c', 0.4],
  ])
  const found = merged(sorted, added, gains)
  expect(order(found)).toBe('one two three five other four c copy of one copy of two a b')
  expect(found.slice(3).every(({ score }) => score <= 0.7)).toBe(true)
})
