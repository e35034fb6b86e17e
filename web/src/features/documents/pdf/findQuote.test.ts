import { expect, it } from 'vitest'
import { findQuote } from './findQuote.ts'

const marked = (texts: string[], quote: string) =>
  findQuote(texts, quote).map(({ index, start, end }) => texts[index]!.slice(start, end))

it('finds a sentence across the pieces of its lines, with the parts that belong to it', () => {
  const texts = ['Before. The keeper winds', ' ', 'the clockwork every four', 'hours. After.']
  expect(marked(texts, 'The keeper winds the clockwork every four hours.')).toEqual([
    'The keeper winds',
    'the clockwork every four',
    'hours.',
  ])
})

it('finds words split at a line end, with any hyphen', () => {
  expect(marked(['carry-over is trans-', 'ferable in part'], 'carryover is transferable')).toEqual([
    'carry-over is trans',
    'ferable',
  ])
  expect(marked(['a trans\u00adfer\u2010able right'], 'transferable')).toEqual(['trans\u00adfer\u2010able'])
})

it('ignores differences in ligatures, accents, case and quotation marks', () => {
  expect(marked(['an e\uFB03cient o\uFB03ce'], 'EFFICIENT OFFICE')).toEqual(['e\uFB03cient o\uFB03ce'])
  expect(marked(['the “cafe\u0301” opens'], 'the "café" opens')).toEqual(['the “cafe\u0301” opens'])
})

it('finds Arabic in presentation forms, with vowel signs and elongation', () => {
  // The same word, once in presentation forms and once in base letters.
  expect(marked(['\uFEE3\uFEA4\uFEE4\uFEAA'], 'محمد')).toEqual(['\uFEE3\uFEA4\uFEE4\uFEAA'])
  expect(marked(['كِتَابٌ', 'جديـــد'], 'كتاب جديد')).toEqual(['كِتَابٌ', 'جديـــد'])
})

it('counts characters outside the basic plane correctly', () => {
  expect(marked(['😀😀 the 𝒜nswer 😀'], 'the answer')).toEqual(['the 𝒜nswer'])
})

it('finds the part on each page of a sentence that spans two pages', () => {
  const quote = 'The lighthouse keeper winds the clockwork every four hours and notes it in the book.'
  expect(marked(['Some text. The lighthouse keeper winds the clockwork', 'page 4'], quote)).toEqual([
    'The lighthouse keeper winds the clockwork',
  ])
  expect(marked(['page 5', 'every four hours and notes it in the book. More.'], quote)).toEqual([
    'every four hours and notes it in the book.',
  ])
})

it('finds a truncated quote', () => {
  expect(marked(['all that is known of it is long'], 'all that is known…')).toEqual(['all that is known'])
})

it('finds nothing if the page doesn’t include the quote, or there is no quote', () => {
  expect(findQuote(['Something else altogether stands here.'], 'The keeper winds the clockwork.')).toEqual([])
  expect(findQuote(['a keeper'], 'The keeper winds the clockwork every four hours.')).toEqual([])
  expect(findQuote(['text'], ' … ')).toEqual([])
  expect(findQuote([], 'text')).toEqual([])
})
