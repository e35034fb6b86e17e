import { expect, test } from 'vitest'
import type { CaseResult } from '../data/api.ts'
import { acceptedOf, sentencesOf } from './acceptedCase.ts'
import { blankCase } from './caseForm.ts'

const result: CaseResult = {
  caseId: 'c',
  repeat: 1,
  question: 'How much leave?',
  tags: [],
  weight: 1,
  passed: false,
  score: 0,
  answer: 'You have **28 days**. Ask HR [1].',
  errorCode: null,
  refused: false,
  expectRefusal: false,
  facts: [],
  forbidden: [],
  citations: [],
  firstTextMs: null,
  totalMs: null,
  judgeScore: null,
  judgeReason: null,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
}
const cited = { fileId: 'f', fileName: 'a.txt', page: '', passageId: null }

test('the sentences of an answer have no formatting and no citations', () => {
  expect(
    sentencesOf(
      [
        '## Leave',
        '',
        'You have **30 days** of leave [1]. Ask [HR](https://hr.example) first!',
        '- `Form 7` is needed [^2].',
        '1. *Sign* it.',
        '| Kind | Days |',
        '|------|------|',
        '| Paid | 30 |',
        '---',
        '```sql',
      ].join('\n'),
    ),
  ).toEqual([
    'Leave',
    'You have 30 days of leave.',
    'Ask HR first!',
    'Form 7 is needed.',
    'Sign it.',
    'Kind: Days',
    'Paid: 30',
  ])
})

test('sentences are listed once, and none that is too long for a fact', () => {
  expect(sentencesOf(`Yes.\nyes.\n${'x'.repeat(301)}.\n…`)).toEqual(['yes.'])
  expect(sentencesOf('لديك 30 يومًا. اسأل الموارد البشرية.')).toEqual([
    'لديك 30 يومًا.',
    'اسأل الموارد البشرية.',
  ])
})

test('what the answer says stays expected, and what it doesn’t say isn’t anymore', () => {
  const values = {
    ...blankCase,
    expectedFacts: ['30 days', 'HR', 'added since'],
    forbidden: ['28 days', '40 days'],
    expectedCitations: [cited, { ...cited, page: '4' }],
  }
  const accepted = acceptedOf(values, {
    ...result,
    facts: [
      { text: '30 days', found: false },
      { text: 'HR', found: true },
    ],
    forbidden: [
      { text: '28 days', found: true },
      { text: '40 days', found: false },
    ],
    citations: [
      { fileId: 'f', page: null, passageId: null, fileName: 'a.txt', found: true, missing: false },
      { fileId: 'f', page: 4, passageId: null, fileName: 'a.txt', found: false, missing: false },
    ],
  })
  expect(accepted).toEqual({
    values: {
      expectedFacts: ['HR', 'added since', 'You have 28 days.', 'Ask HR.'],
      forbidden: ['40 days'],
      expectedCitations: [cited],
      expectRefusal: false,
    },
    dropped: ['30 days', '28 days', 'a.txt'],
  })
})

test('a refusal is expected without facts', () => {
  const values = { ...blankCase, expectedFacts: ['30 days'] }
  expect(acceptedOf(values, { ...result, refused: true })).toMatchObject({
    values: { expectedFacts: [], expectRefusal: true },
    dropped: ['30 days'],
  })
})

test('at most as many facts are expected as a case can have', () => {
  const answer = Array.from({ length: 20 }, (_, at) => `Fact ${at}.`).join(' ')
  expect(acceptedOf(blankCase, { ...result, answer }).values.expectedFacts).toHaveLength(10)
})
