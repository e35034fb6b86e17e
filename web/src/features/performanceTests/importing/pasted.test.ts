import { expect, test } from 'vitest'
import { testsTexts } from '../lang/en.ts'
import { placeText, problemText, withHead } from './pasted.ts'

const t = testsTexts.text

test.each([
  ['one column of questions', 'Why, and how?\nWhat?', 'question\n"Why, and how?"\n"What?"', 1],
  ['quotation marks in questions', 'What is "PTO"?', 'question\n"What is ""PTO""?"', 1],
  ['a cell with lines, as spreadsheets copy it', '"One\nline"\nTwo?', 'question\n"One\nline"\n"Two?"', 1],
  ['two columns', 'Why?\tbecause', 'question\texpectedFacts\nWhy?\tbecause', 1],
  ['three columns', 'Why?\tbecause\tx', 'question\texpectedFacts\tcolumn 3\nWhy?\tbecause\tx', 1],
  ['one column with its name', 'Question\nWhy, and how?', 'Question\n"Why, and how?"', 0],
  ['columns with names', 'weight\tQuestion\n2\tWhy?', 'weight\tQuestion\n2\tWhy?', 0],
  ['CSV with names', 'question,weight\nWhy?,2', 'question,weight\nWhy?,2', 0],
  ['JSON Lines', '{"question":"Why?"}', '{"question":"Why?"}', 0],
  ['nothing', ' \n', ' \n', 0],
])('%s', (_, pasted, text, added) => {
  expect(withHead(pasted)).toEqual({ text, added })
})

test('a problem names the line as it was pasted, and its column', () => {
  const problem = { line: 3, column: 'weight', code: 'Value', fileName: null, message: '' } as const
  expect(placeText(problem, 0, t)).toBe('Line 3, weight')
  expect(placeText({ ...problem, column: null }, 1, t)).toBe('Line 2')
  expect(problemText(problem, t)).toBe('Enter a whole number from 1 to 10.')
  expect(problemText({ ...problem, column: 'expectedFacts' }, t)).toContain('each text once')
  expect(problemText({ ...problem, code: 'FileMissing', fileName: 'a.pdf' }, t)).toContain('a.pdf')
})
