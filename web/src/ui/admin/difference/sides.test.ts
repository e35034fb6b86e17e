import { expect, test } from 'vitest'
import { sidesOf } from './sides.ts'

const shown = (before: string, after: string) => {
  const { left, right } = sidesOf(before, after)
  const text = (side: typeof left) =>
    side.map((pieces) => pieces.map((piece) => (piece.marked ? `[${piece.text}]` : piece.text)).join(''))
  return [text(left), text(right)]
}

test('marks on each side the words that the other doesn’t have', () => {
  expect(shown('You have 30 days.\nAsk HR.', 'You have 28 days.\nAsk HR.')).toEqual([
    ['You have [30] days.', 'Ask HR.'],
    ['You have [28] days.', 'Ask HR.'],
  ])
  expect(shown('You have 30 days.', 'You have 30 days of leave.')).toEqual([
    ['You have 30 days.'],
    ['You have 30 days[ of leave].'],
  ])
})

test('marks whole lines that have nothing in common or that only one side has', () => {
  expect(shown('Yes', 'Never')).toEqual([['[Yes]'], ['[Never]']])
  expect(shown('Ask HR.', 'Ask HR.\nOr a lawyer.')).toEqual([['Ask HR.'], ['Ask HR.', '[Or a lawyer.]']])
})

test('marks nothing in equal texts, and everything beside an empty one', () => {
  expect(shown('Ask HR.', 'Ask HR.')).toEqual([['Ask HR.'], ['Ask HR.']])
  expect(shown('', 'Ask HR.')).toEqual([['[]'], ['[Ask HR.]']])
})
