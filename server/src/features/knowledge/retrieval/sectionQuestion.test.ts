import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../../testing/cpuTime.ts'
import { subjectOfSection } from './sectionQuestion.ts'

const subject = (question: string) => subjectOfSection(question)?.replace(/\s+/g, ' ').trim()

describe('the subject of a question that asks for a section', () => {
  it.each([
    ['Which section covers harbour fees?', 'harbour fees?'],
    ['In which chapter are the harbour fees described?', 'are the harbour fees ?'],
    ['What part of the guide explains fees?', 'of the guide fees?'],
    ['Where is the fee of a boat explained?', 'the fee of a boat ?'],
    ['Welches Kapitel behandelt Hafengebühren?', 'Hafengebühren?'],
    ['Wo werden die Gebühren erklärt?', 'die Gebühren ?'],
    ['أي فصل يتناول رسوم الميناء؟', 'رسوم الميناء؟'],
    ['哪一章介绍港口费用？', '港口费用？'],
  ])('%s', (question, expected) => {
    expect(subject(question)).toBe(expected)
  })

  it.each(['What part of the brain controls sleep?', 'Where is the harbour?', 'What covers the tower?'])(
    'is missing in others: %s',
    (question) => {
      expect(subjectOfSection(question)).toBeNull()
    },
  )

  it('is found in time in a hostile question', () => {
    const hostile = ['where is ', 'which part ', 'wo ist '].map((text) => text.repeat(500))
    expect(cpuMs(() => hostile.map((text) => subjectOfSection(text)))).toBeLessThan(1000)
  })
})
