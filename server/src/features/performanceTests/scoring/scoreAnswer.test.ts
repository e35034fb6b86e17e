import { expect, test } from 'vitest'
import { type Expected, type GivenAnswer, scoreAnswer } from './scoreAnswer.ts'

const nothing: Expected = { expectedFacts: [], forbidden: [], expectedCitations: [], expectRefusal: false }
const answer = (text: string, rest: Partial<GivenAnswer> = {}): GivenAnswer => ({
  text,
  refused: false,
  citations: [],
  ...rest,
})

test('the score is the share of what was expected', () => {
  const expected = { ...nothing, expectedFacts: ['30 days', 'The fee is 5 euros.'] }
  expect(scoreAnswer(expected, answer('You have 30 days.'))).toMatchObject({
    passed: false,
    score: 0.5,
    factsFound: [true, false],
  })
  expect(scoreAnswer(expected, answer('You have 30 days. The fee is €5.'))).toMatchObject({
    passed: true,
    score: 1,
  })
})

test('a forbidden statement makes the score 0', () => {
  const expected = { ...nothing, expectedFacts: ['30 days'], forbidden: ['Smoking is allowed.'] }
  expect(scoreAnswer(expected, answer('You have 30 days. Smoking is allowed.'))).toEqual({
    passed: false,
    score: 0,
    factsFound: [true],
    forbiddenFound: [true],
    citationsFound: [],
  })
  expect(scoreAnswer(expected, answer('You have 30 days. Smoking is not allowed.')).passed).toBe(true)
})

test('citations are compared by file, page, and passage', () => {
  const expectedCitations = [
    { fileId: 'a', page: null, passageId: null },
    { fileId: 'a', page: 3, passageId: null },
    { fileId: 'a', page: null, passageId: 'p2' },
    { fileId: 'b', page: null, passageId: null },
  ]
  const cited = [
    { fileId: 'a', page: 2, passageId: 'p2' },
    { fileId: null, page: 3, passageId: null },
  ]
  const scored = scoreAnswer(
    { ...nothing, expectedCitations },
    answer('See the manual.', { citations: cited }),
  )
  expect(scored).toMatchObject({ citationsFound: [true, false, true, false], score: 0.5, passed: false })
})

test('an expected refusal passes if the engine refused', () => {
  const expected = { ...nothing, expectRefusal: true, forbidden: ['30 days'] }
  const refusal = 'I found nothing about this in the documents.'
  expect(scoreAnswer(expected, answer(refusal, { refused: true }))).toMatchObject({ passed: true, score: 1 })
  expect(scoreAnswer(expected, answer(refusal))).toMatchObject({ passed: false, score: 0 })
  expect(scoreAnswer(expected, answer('Maybe 30 days.', { refused: true })).passed).toBe(false)
})

test('a refusal that was not expected fails, unless only forbidden statements are checked', () => {
  const refusal = answer('I found nothing about this.', { refused: true })
  expect(scoreAnswer(nothing, refusal)).toMatchObject({ passed: false, score: 0 })
  expect(scoreAnswer({ ...nothing, expectedFacts: ['nothing'] }, refusal)).toMatchObject({
    passed: false,
    score: 0,
  })
  expect(scoreAnswer({ ...nothing, forbidden: ['30 days'] }, refusal)).toMatchObject({
    passed: true,
    score: 1,
  })
})
