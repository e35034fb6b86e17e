import { describe, expect, it } from 'vitest'
import { terms } from '../../platform/language/terms.ts'
import { standaloneQuestion } from './standaloneQuestion.ts'

const library = new Set(
  terms('price ticket train Paris Lyon cost first class window seat free dog cat fares 2025 票价'),
)
const isIndexed = async (asked: readonly string[]) => new Set(asked.filter((term) => library.has(term)))
const ask = (question: string, earlierQuestions: string[], citedTitles: string[] = []) =>
  standaloneQuestion({ question, earlierQuestions, citedTitles, isIndexed })

describe('standaloneQuestion', () => {
  it('leaves a first question unchanged', async () => {
    expect(await ask('and for Lyon?', [], ['Fares_2025.pdf'])).toBe('and for Lyon?')
  })

  it('adds words of the last question and of the cited titles if fewer than three terms are indexed', async () => {
    const searched = await ask(
      'and for Lyon?',
      ['What does a train ticket to Paris cost?'],
      ['Fares_2025.pdf'],
    )
    expect(searched).toBe('and for Lyon? (train ticket Paris cost Fares 2025)')
    expect(new Set(terms(searched))).toEqual(new Set(terms('Lyon train ticket Paris cost Fares 2025')))
  })

  it('adds no word that the libraries do not know', async () => {
    expect(await ask('And for Lyon?', ['How many zeppelins and dogs?'])).toBe('And for Lyon? (dogs)')
  })

  it('counts only terms that the libraries know', async () => {
    const unknown = await ask('And unicorns, dragons, griffins?', ['What does a dog cost?'])
    expect(unknown).toBe('And unicorns, dragons, griffins? (dog cost)')
    const enough = 'What does a first class seat cost?'
    expect(await ask(enough, ['Which train goes to Lyon?'], ['Fares.pdf'])).toBe(enough)
  })

  it('goes back one more question if the last one was also a follow-up', async () => {
    const searched = await ask('And Lyon?', [
      'For a cat?',
      'What does a train ticket cost?',
      'Is a window seat free?',
    ])
    expect(searched).toBe('And Lyon? (cat train ticket cost)')
  })

  it('adds no word twice, and only the start of a long text', async () => {
    expect(
      await ask('And the ticket?', ['The ticket, tickets, ticketing: dog? Cat, train!'], ['Dog.txt']),
    ).toBe('And the ticket? (dog Cat train)')
    const long = Array.from({ length: 500 }, (_, n) => `word${n}`).join(' ')
    const earlierQuestions = [long]
    const everything = async (asked: readonly string[]) => new Set(asked)
    const searched = await standaloneQuestion({
      question: 'And?',
      earlierQuestions,
      citedTitles: [],
      isIndexed: everything,
    })
    expect(terms(searched)).toHaveLength(32)
  })

  it('adds them to a longer question that refers back, but not to a self-contained one', async () => {
    const before = ['Is a window seat free?']
    expect(await ask('What does it cost for a cat or dog?', before)).toBe(
      'What does it cost for a cat or dog? (window seat free)',
    )
    const whole = 'And what does a first class train ticket to Paris cost, and is it a window seat?'
    expect(await ask(whole, before)).toBe(whole)
    expect(await ask('هل هذا هو price ticket train؟', before)).toContain('(window seat free)')
  })

  it('uses only the title of the first citation', async () => {
    expect(await ask('And Lyon?', ['Train?'], ['Fares.pdf', 'Other.pdf'])).toBe('And Lyon? (Train Fares)')
  })

  it('supports languages without spaces', async () => {
    expect(await ask('里昂呢？', ['票价是多少？'])).toBe('里昂呢？ (票价是多少)')
  })
})
