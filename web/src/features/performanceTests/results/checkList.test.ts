import { expect, test } from 'vitest'
import type { CaseResult } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { checkGroups } from './checkList.ts'

const result = (some: Partial<CaseResult>): CaseResult =>
  ({ facts: [], forbidden: [], citations: [], refused: false, expectRefusal: false, ...some }) as CaseResult
const verdicts = (some: Partial<CaseResult>) =>
  checkGroups(result(some), testsTexts.text).flatMap(({ key, checks }) =>
    checks.map(({ text, isGood, verdict }) => [key, text, isGood, verdict]),
  )

test('each expectation has what was found out', () => {
  const citation = { fileId: 'f', passageId: null }
  expect(
    verdicts({
      facts: [
        { text: 'a', found: true },
        { text: 'b', found: false },
      ],
      citations: [
        { ...citation, fileName: 'a.pdf', page: 4, found: true, missing: false },
        { ...citation, fileName: 'b.pdf', page: null, found: false, missing: false },
        { ...citation, fileName: null, page: null, found: false, missing: true },
      ],
      forbidden: [
        { text: 'c', found: true },
        { text: 'd', found: false },
      ],
    }),
  ).toEqual([
    ['expectedFacts', 'a', true, 'Said'],
    ['expectedFacts', 'b', false, 'Missing'],
    ['expectedCitations', 'a.pdf, page 4', true, 'Cited'],
    ['expectedCitations', 'b.pdf', false, 'Not cited'],
    [
      'expectedCitations',
      'A file that was deleted or that you can’t see',
      false,
      'Not cited. The file has been deleted.',
    ],
    ['forbidden', 'c', false, 'Said, although it is forbidden'],
    ['forbidden', 'd', true, 'Not said'],
  ])
})

test.each<[string, Partial<CaseResult>, boolean | undefined]>([
  ['an expected refusal', { expectRefusal: true, refused: true }, true],
  ['an answer in place of a refusal', { expectRefusal: true }, false],
  ['a refusal that isn’t expected', { refused: true, facts: [{ text: 'a', found: false }] }, false],
  [
    'a refusal if something is only forbidden',
    { refused: true, forbidden: [{ text: 'a', found: false }] },
    true,
  ],
  ['an answer if nothing is checked', {}, true],
  ['an answer with facts', { facts: [{ text: 'a', found: true }] }, undefined],
])('%s', (_, some, isGood) => {
  const refusal = verdicts(some).find(([key]) => key === 'refusal')
  expect(refusal?.[2]).toBe(isGood)
})
