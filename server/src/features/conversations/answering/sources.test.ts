import { expect, test } from 'vitest'
import type { RankedPassage } from '../../knowledge/index.ts'
import { citationsIn } from '../sources/citations.ts'
import { Sources } from './sources.ts'

/** A passage of a file of 30 pages with two passages each. */
const passage = (ordinal: number): RankedPassage => ({
  passageId: `p${ordinal}`,
  dataSourceId: 'd',
  fileId: 'f',
  fileName: 'manual.pdf',
  ordinal,
  page: Math.floor(ordinal / 2) + 1,
  locator: null,
  heading: '',
  text: `Text ${ordinal}.`,
  start: ordinal * 10,
  end: ordinal * 10 + 8,
  score: 0,
  filePassages: 60,
  filePages: 30,
})
const reads = (ordinals: number[], pages: number | null = 30) => {
  const sources = new Sources('mark')
  sources.addRead(ordinals.map((ordinal) => ({ ...passage(ordinal), filePages: pages })))
  return sources.reads(null)
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

test('passages without a gap count as pages', () => {
  const file = { title: 'manual.pdf', path: 'd/f' }
  expect(reads(range(0, 24))).toEqual([{ ...file, kind: 'Pages', from: 1, read: 12, total: 30 }])
  expect(reads(range(20, 24).toReversed())).toEqual([
    { ...file, kind: 'Pages', from: 11, read: 2, total: 30 },
  ])
})

test('other passages count as passages, and all of them as the whole file', () => {
  expect(reads([0, 1, 2, 5])).toMatchObject([{ kind: 'Passages', read: 4, total: 60 }])
  // On one page.
  expect(reads([4, 5])).toMatchObject([{ kind: 'Passages', read: 2, total: 60 }])
  expect(reads(range(0, 24), null)).toMatchObject([{ kind: 'Passages', read: 24, total: 60 }])
  expect(reads(range(0, 60))).toMatchObject([{ kind: 'Whole', read: 60, total: 60 }])
})

test('passages that a model has not read do not count', () => {
  const sources = new Sources('mark')
  sources.addRead(range(0, 60).map(passage))
  sources.markUnread(range(40, 60).map(passage))
  expect(sources.reads(null)).toMatchObject([{ kind: 'Pages', from: 1, read: 20 }])
})

test('numbers in brackets that a document contains are not those of its passages', () => {
  const sources = new Sources('mark')
  const text = 'Tall towers[2] sway, as Vela [1, 2] found.\n[2] Orlo: On towers.'
  const passages = [
    { ...passage(0), text, page: null, end: text.length },
    { ...passage(1), text: 'The end.', page: null, start: 1000 },
  ]
  const shown = sources.document({ fileName: 'paper.pdf', about: '', passages })
  const [, quoted = ''] = /^\[1\]\n(.*?)^\[2\]\n/ms.exec(shown) ?? []
  expect(quoted).toBe('Tall towers[ 2] sway, as Vela [ 1, 2] found.\n[ 2] Orlo: On towers.\n')
  expect(citationsIn(quoted, sources.passages)).toEqual([])
  expect(citationsIn(`${quoted} [2]`, sources.passages)).toMatchObject([{ quote: 'The end.' }])
})
