import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'

test.each([
  ['=1+1', `'=1+1`],
  ['＝1', `'＝1`],
  ['  @SUM(1)', `'  @SUM(1)`],
  ['\u200b=1', `'\u200b=1`],
  ['\u00ad\u2060\u3164=1', `'\u00ad\u2060\u3164=1`],
  ['\u0000+1', `'\u0000+1`],
  ['x;=HYPERLINK(1)', `"x;'=HYPERLINK(1)"`],
  ['x; \u200b=1', `"x;' \u200b=1"`],
  ['x;"=1;', `"x;'""=1;"`],
  ['x\t=1', `"x\t'=1"`],
  ['x\n\n-1', `"x\n\n'-1"`],
  ['x\r\n\t|cmd', `"x\r\n\t'|cmd"`],
  ['\tx', `"'\tx"`],
  ['-1;=1', `"'-1;'=1"`],
])('%j is not a formula in any spreadsheet', (value, expected) => {
  expect(csvCell(value)).toBe(expected)
})

test.each([
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
])('%j is one cell', (value, expected) => {
  expect(csvCell(value)).toBe(expected)
})

test.each([
  [-5, '-5'],
  ['-1.5', '-1.5'],
  [null, ''],
  ['1-1', '1-1'],
  ['a = b', 'a = b'],
])('%j stays unchanged', (value, expected) => {
  expect(csvCell(value)).toBe(expected)
})
