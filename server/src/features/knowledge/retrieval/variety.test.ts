import { describe, expect, it } from 'vitest'
import { terms } from '../../../platform/language/terms.ts'
import type { RankedPassage } from './store.ts'
import { withVariety } from './variety.ts'

const passage = (id: string, text: string, score: number): RankedPassage => ({
  passageId: id,
  dataSourceId: 'd',
  fileId: id[0]!,
  fileName: `${id[0]}.txt`,
  ordinal: 0,
  page: null,
  locator: null,
  heading: '',
  text,
  filePassages: 1,
  filePages: null,
  start: 0,
  end: text.length,
  score,
})
const question = 'What do boats and ships pay in the harbour?'
const weights = [...new Set(terms(question))].map((term) => ({ term, idf: 1 }))
const order = (passages: RankedPassage[]) => withVariety(passages, weights).map((one) => one.passageId)

const about = (n: number) => `Rule ${n}: ${'the harbour charges boats '.repeat(n)}`
const fromOneFile = [1, 2, 3, 4, 5, 6].map((n) => passage(`a${n}`, about(n), 1 - n / 100))

describe('the first five passages', () => {
  it('come from one file if no other is nearly as good', () => {
    const weak = passage('b1', 'Ships are large.', 0.7)
    expect(order([...fromOneFile, weak])).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1'])
  })

  it('include at most two from one file if the best ones of others score nearly the same', () => {
    const others = ['b1', 'b2', 'c1', 'd1', 'e1'].map((id, at) =>
      passage(id, `Other text ${id} on ${'boats '.repeat(at + 1)}`, 0.93 - at / 100),
    )
    expect(order([...fromOneFile, ...others]).slice(0, 5)).toEqual(['a1', 'a2', 'b1', 'c1', 'd1'])
  })

  it('include a weaker one of another file only if it adds to the question', () => {
    const scores = [1, 0.9, 0.7, 0.65, 0.62, 0.6]
    const sorted = fromOneFile.map((one, at) => ({ ...one, score: scores[at]! }))
    const adding = passage('b1', 'Ships pay nine crowns.', 0.55)
    const repeating = passage('b1', 'Boats lie in the harbour.', 0.55)
    expect(order([...sorted, adding]).slice(0, 5)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
    expect(order([...sorted, repeating]).slice(0, 5)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
  })
})

describe('copies', () => {
  const rules =
    'The keeper of the harbour writes down every boat that passes the chain at night, and the master reads the book.'

  it('come last, whatever their file, letters, and spaces', () => {
    const sorted = [
      passage('a1', rules, 1),
      passage('b1', rules.toUpperCase().replaceAll(' ', '  '), 0.9),
      passage('c1', `${rules} It is.`, 0.8),
      passage('d1', 'Another text about boats.', 0.7),
    ]
    expect(order(sorted)).toEqual(['a1', 'd1', 'b1', 'c1'])
  })

  it('stay in place if they contain more of the question', () => {
    const sorted = [
      passage('a1', rules, 1),
      passage('b1', `${rules} Ships too.`, 0.9),
      passage('c1', 'Boats.', 0.7),
    ]
    expect(order(sorted)).toEqual(['a1', 'b1', 'c1'])
  })
})
