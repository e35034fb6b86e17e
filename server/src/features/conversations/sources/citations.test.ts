import { expect, test } from 'vitest'
import type { RankedPassage } from '../../knowledge/index.ts'
import { citationsIn } from './citations.ts'

const passage = (number: number): RankedPassage => ({
  passageId: String(number),
  dataSourceId: 'library',
  fileId: 'file',
  fileName: `${number}.txt`,
  ordinal: 0,
  page: null,
  locator: null,
  heading: '',
  text: `Passage ${number}.`,
  start: 0,
  end: 10,
  score: 1,
  filePassages: 1,
  filePages: null,
})
const passages = [1, 2, 3].map(passage)
const cited = (answer: string) => citationsIn(answer, passages).map((citation) => citation.title)

test('cites exactly the passages that the answer names, each once, in the order of their first appearance', () => {
  expect(cited('First [2], then [1], and [2] again.')).toEqual(['2.txt', '1.txt'])
  expect(cited('Both [3, 1].')).toEqual(['3.txt', '1.txt'])
  expect(cited('None at all.')).toEqual([])
  expect(citationsIn('As in [3].', passages)).toMatchObject([{ citationId: '3', title: '3.txt' }])
})

test('[S10] numbers of unknown passages cite nothing', () => {
  expect(cited('See [0], [4], [1234] and [a].')).toEqual([])
})

test('an answer that repeats a marker endlessly is still cited', () => {
  expect(cited('[2]'.repeat(300_000))).toEqual(['2.txt'])
})
