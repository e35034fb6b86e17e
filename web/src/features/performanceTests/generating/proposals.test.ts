import { expect, it } from 'vitest'
import type { ProposedCase } from './api.ts'
import { countsOf, nextOpen, valuesOf, withProposed, withState } from './proposals.ts'

const item = (question: string, page: number | null = null): ProposedCase => ({
  fields: {
    question,
    expectedFacts: ['30 days'],
    expectedCitations: [{ fileId: 'f', page, passageId: null }],
  },
  passage: 'You have 30 days.',
  page,
})

it('another file adds to the list, without what is listed already', () => {
  const first = withProposed([], [item('One?'), item('Two?')], 'a.md')
  const all = withProposed(withState(first, '0', 'Skipped'), [item('One?'), item('Three?')], 'b.md')
  expect(all.map(({ key, fileName, state, fields }) => [key, fileName, state, fields.question])).toEqual([
    ['0', 'a.md', 'Skipped', 'One?'],
    ['1', 'a.md', 'Open', 'Two?'],
    ['2', 'b.md', 'Open', 'Three?'],
  ])
  expect(countsOf(all)).toEqual({ open: 2, accepted: 0, skipped: 1 })
})

it('the next one to decide is after a decided one, and before it at the end', () => {
  const all = withProposed([], [item('One?'), item('Two?'), item('Three?')], 'a.md')
  expect(nextOpen(all, '0')).toBe('1')
  expect(nextOpen(withState(all, '1', 'Accepted'), '0')).toBe('2')
  expect(nextOpen(all, '2')).toBe('0')
  expect(nextOpen(withProposed([], [item('One?')], 'a.md'), '0')).toBeNull()
})

it('the form begins with the page as it is typed', () => {
  const [one, other] = withProposed([], [item('One?', 4), item('Two?')], 'a.md')
  expect(valuesOf(one!)).toEqual({
    question: 'One?',
    expectedFacts: ['30 days'],
    expectedCitations: [{ fileId: 'f', fileName: 'a.md', page: '4', passageId: null }],
  })
  expect(valuesOf(other!).expectedCitations?.[0]?.page).toBe('')
})
