import { describe, expect, test } from 'vitest'
import { groupOf, isTelling, termsOfQuestion } from './similarity.ts'

const of = (question: string) => ({ terms: termsOfQuestion(question), embedding: null })
const grouped = (groupId: string, question: string) => ({ ...of(question), groupId })

describe('questions', () => {
  const others = [
    grouped('permit', 'Does the Lyon site need a permit for hot work?'),
    grouped('permit', 'Is a permit needed for hot work at the Lyon site?'),
    grouped('parking', 'Where can visitors park an electric car?'),
    grouped('feiertag', 'Wie werden Überstunden an einem Feiertag vergütet?'),
    grouped('عطلة', 'هل المقصف مفتوح في يوم العطلة؟'),
  ]
  test.each([
    ['do we need a permit for hot work in Lyon', 'permit'],
    ['Where do visitors park their electric cars?', 'parking'],
    ['Überstunden am Feiertag: wie werden sie vergütet', 'feiertag'],
    ['المقصف مفتوح يوم العطلة', 'عطلة'],
  ])('in similar words belong together: %s', (question, groupId) => {
    expect(groupOf(of(question), others)).toBe(groupId)
  })

  test.each([
    'Does the Lyon site need a first aid box?',
    'Who needs a permit to park?',
    'Where is the electric switch?',
  ])('with one topic in common stay apart: %s', (question) => {
    expect(groupOf(of(question), others)).toBeNull()
  })

  test('that each resemble the next don’t become one group', () => {
    const words = 'amber basin cedar delta ember fjord grove haven inlet jetty'.split(' ')
    const part = (from: number) => words.slice(from, from + 5).join(' ')
    const chain = [grouped('chain', part(0)), grouped('chain', part(1)), grouped('chain', part(2))]
    expect(groupOf(of(part(1)), chain)).toBe('chain')
    expect(groupOf(of(part(4)), chain)).toBeNull()
  })

  test('of the same meaning belong together if both have an embedding', () => {
    const near = { terms: ['a', 'b'], embedding: [0.9, Math.sqrt(1 - 0.81)] }
    const other = { groupId: 'same', terms: ['c', 'd'], embedding: [1, 0] }
    expect(groupOf(near, [other])).toBe('same')
    expect(groupOf({ ...near, embedding: [0.5, Math.sqrt(0.75)] }, [other])).toBeNull()
    expect(groupOf({ ...near, embedding: null }, [other])).toBeNull()
  })

  test('that say little are not compared', () => {
    expect(['Thanks!', 'And then?', 'Why?'].map((one) => isTelling(of(one)))).toEqual([false, false, false])
  })
})
