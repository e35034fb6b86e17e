import { expect, test } from 'vitest'
import { rowsOf } from './csv.ts'

test('reads quoted cells, empty ones, and both kinds of line breaks', () => {
  expect(rowsOf('a,b\r\n"x, ""y""",\n"two\nlines",3')).toEqual([
    ['a', 'b'],
    ['x, "y"', ''],
    ['two\nlines', '3'],
  ])
})

test('reads semicolons and tabs if the first line has no comma', () => {
  expect(rowsOf('a;b\n1,5;2\n')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(rowsOf('a\tb\n')).toEqual([['a', 'b']])
})

test('reads as many rows as wanted', () => {
  expect(rowsOf('a\nb\nc', 2)).toEqual([['a'], ['b']])
})
