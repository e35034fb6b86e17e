import { describe, expect, it } from 'vitest'
import { chooseSpread, distinct, provenFacts, readPassage, spreadOver } from './choosing.ts'
import type { Proposal } from './rules/proposal.ts'
import { normalized } from './rules/questions.ts'

const proposal = (question: string, fact: string, at: number, kind: Proposal['kind'] = 'Sentence') => ({
  ...{ question, fact, at, kind },
})
const questions = (all: readonly { question: string }[]) => all.map(({ question }) => question)

it('keeps facts that the scorer finds in the passage, and that the question doesn’t give away', () => {
  const passage = readPassage('The notice period is three months. It begins on 1 May.')
  const facts = ['3 months', 'four months', '1 May', '3 months']
  expect(provenFacts({ question: 'How long is the notice period?', facts }, passage)).toEqual([
    '3 months',
    '1 May',
  ])
  expect(provenFacts({ question: 'Is it three months?', facts: ['three months'] }, passage)).toEqual([])
})

describe('of the same question', () => {
  it('one is kept, and none that the test asks already', () => {
    const all = [
      proposal('How long is it?', '3 days', 0),
      proposal('how long is it', '3 days', 1),
      proposal('When?', 'May', 2),
    ]
    expect(questions(distinct(all, new Set()))).toEqual(['How long is it?', 'When?'])
    expect(questions(distinct(all, new Set([normalized('WHEN')])))).toEqual(['How long is it?'])
  })

  it('none is kept if two passages answer it differently', () => {
    const all = [proposal('How long is it?', '3 days', 0), proposal('How long is it?', '5 days', 4)]
    expect(distinct(all, new Set())).toEqual([])
  })

  it('one is kept per fact of a passage, except for rows', () => {
    const all = [
      proposal('How long is delivery?', '3 days', 0, 'Asked'),
      proposal('How long does delivery take?', '3 days', 0),
      proposal('What is the term of A?', '1 year', 1, 'Row'),
      proposal('What is the term of B?', '1 year', 1, 'Row'),
    ]
    expect(distinct(all, new Set())).toHaveLength(3)
  })
})

it('chooses from all passages before a second one from any, the surest first', () => {
  const all = [0, 1, 2, 3].flatMap((at) => [
    proposal(`${at} asked`, 'x', at, at === 3 ? 'Asked' : 'Heading'),
    proposal(`${at} again`, 'y', at),
  ])
  expect(questions(chooseSpread(all, 1))).toEqual(['3 asked'])
  expect(questions(chooseSpread(all, 4))).toEqual(['0 asked', '1 asked', '2 asked', '3 asked'])
  expect(questions(chooseSpread(all, 6))).toHaveLength(6)
  expect(chooseSpread(all, 20)).toHaveLength(8)
})

it('spreads over a long list', () => {
  const list = Array.from({ length: 1000 }, (_, at) => at)
  expect(spreadOver(list, 4)).toEqual([0, 250, 500, 750])
  expect(spreadOver(list, 2000)).toHaveLength(1000)
})

it('compares Arabic questions without vowels and punctuation', () => {
  expect(normalized('ما مُدّة الإشعار؟')).toBe(normalized('ما مدة الاشعار'))
})
