import { expect, test } from 'vitest'
import { testsTexts } from '../lang/en.ts'
import { blankCase, type CaseValues, checksSomething, errorsOf, inputOf, pathOf } from './caseForm.ts'

const t = testsTexts.text
const values = (some: Partial<CaseValues>): CaseValues => ({ ...blankCase, question: 'Why?', ...some })
const file = { fileId: 'f', fileName: 'a.txt', page: '', passageId: null }

test('what is sent has no empty entries, and numbers in place of what was typed', () => {
  expect(
    inputOf(
      values({
        question: ' Why? ',
        expectedFacts: [' one ', '', 'two'],
        expectedCitations: [file, { ...file, page: ' 4 ' }],
        weight: '3',
      }),
    ),
  ).toEqual({
    question: 'Why?',
    turns: [],
    expectedFacts: ['one', 'two'],
    forbidden: [],
    expectedCitations: [
      { fileId: 'f', page: null, passageId: null },
      { fileId: 'f', page: 4, passageId: null },
    ],
    expectRefusal: false,
    weight: 3,
    tags: [],
  })
})

test.each<[string, Partial<CaseValues>, string[]]>([
  ['a blank question', { question: ' ' }, ['question']],
  ['a question that is too long', { question: 'x'.repeat(4001) }, ['question']],
  ['a fact that is too long', { expectedFacts: ['', 'x'.repeat(301)] }, ['expectedFacts.1']],
  ['a fact that is listed twice', { expectedFacts: ['One', '', 'one '] }, ['expectedFacts.2']],
  [
    'a page that isn’t a number',
    { expectedCitations: [file, { ...file, page: '4a' }] },
    ['expectedCitations.1'],
  ],
  ['page 0', { expectedCitations: [{ ...file, page: '0' }] }, ['expectedCitations.0']],
  ['a weight of 11', { weight: '11' }, ['weight']],
  ['an empty weight', { weight: '' }, ['weight']],
  ['the same question twice before it', { turns: ['Again?', 'Again?'], forbidden: ['', ''] }, []],
])('the errors of %s', (_, some, paths) => {
  expect(Object.keys(errorsOf(values(some), t))).toEqual(paths)
})

test('the place of an error on the server skips empty entries', () => {
  const typed = values({ forbidden: ['', 'one', '', 'two'] })
  expect(pathOf('forbidden.1', typed)).toBe('forbidden.3')
  expect(pathOf('forbidden', typed)).toBe('forbidden')
  expect(pathOf('expectedCitations.1', typed)).toBe('expectedCitations.1')
})

test('a case that expects nothing checks nothing', () => {
  expect(checksSomething(values({ expectedFacts: [' '] }))).toBe(false)
  for (const some of [
    { expectedFacts: ['a'] },
    { forbidden: ['a'] },
    { expectedCitations: [file] },
    { expectRefusal: true },
  ])
    expect(checksSomething(values(some))).toBe(true)
})
