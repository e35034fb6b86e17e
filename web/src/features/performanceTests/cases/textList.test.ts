import { expect, test } from 'vitest'
import { pastedInto } from './textList.ts'

test('several lines become entries of their own, after what was typed', () => {
  expect(pastedInto(['one', 'last'], 0, 'two\r\n\nthree\n', 10)).toEqual({
    values: ['one', 'two', 'three', 'last'],
    at: 2,
  })
  expect(pastedInto([''], 0, 'one\ntwo', 10)).toEqual({ values: ['one', 'two'], at: 1 })
})

test('a single line is pasted by the browser', () => {
  expect(pastedInto([''], 0, 'one\n', 10)).toBeNull()
})

test('lines that don’t fit are left out, and what was there stays', () => {
  expect(pastedInto(['a', 'b'], 0, '1\n2\n3', 3)).toEqual({ values: ['a', '1', 'b'], at: 1 })
  expect(pastedInto(['a', 'b'], 1, '1\n2', 2)).toEqual({ values: ['a', 'b'], at: 1 })
})
