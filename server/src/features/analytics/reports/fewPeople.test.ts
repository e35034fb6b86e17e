import { describe, expect, test } from 'vitest'
import { hiddenParts, overPeople, percentOf } from './fewPeople.ts'

describe('a figure', () => {
  test.each([
    [0, 0],
    [1, 'FewerThan5'],
    [4, 'FewerThan5'],
    [5, 7],
  ])('over %i people shows as %s', (people, shown) => {
    expect(overPeople(people, people === 0 ? 0 : 7)).toBe(shown)
  })

  test('of unknown people shows only if it is nothing', () => {
    expect([overPeople(0, 0), overPeople(0, null), overPeople(0, 3)]).toEqual([0, null, 'FewerThan5'])
  })

  test('of nothing has no percentage', () => {
    expect(percentOf(0, 0)).toBeNull()
    expect(percentOf(1, 3)).toBe(33.3)
  })
})

describe('parts of a sum', () => {
  test('are all shown if enough people are behind each, or no one', () => {
    expect(hiddenParts([5, 0, 80])).toEqual([false, false, false])
  })

  test('never tell a hidden part by their difference from the sum', () => {
    expect(hiddenParts([3, 9, 6, 0])).toEqual([true, false, true, false])
    // Three hidden days can all be of the same person.
    expect(hiddenParts([1, 1, 4, 9, 6])).toEqual([true, true, true, false, true])
    expect(hiddenParts([2, 3])).toEqual([true, true])
  })
})
