import { describe, expect, it } from 'vitest'
import { sentences } from './sentences.ts'

const split = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end))

describe('sentences', () => {
  it('ends a sentence at a period before a capital, but not after an abbreviation, initial, or number', () => {
    expect(split('Dr. J. Smith paid $3.50 to Acme Inc. in May. Did he? Yes!')).toEqual([
      'Dr. J. Smith paid $3.50 to Acme Inc. in May.',
      'Did he?',
      'Yes!',
    ])
  })

  it('keeps closing quotation marks with their sentence', () => {
    expect(split('He said "Stop." Then he left.')).toEqual(['He said "Stop."', 'Then he left.'])
  })

  it('ends a sentence at a line break, as between list items and rows', () => {
    expect(split('first item\nsecond item\n\nA paragraph.')).toEqual([
      'first item',
      'second item',
      'A paragraph.',
    ])
  })

  it('recognizes Chinese and Arabic punctuation', () => {
    expect(split('今天很好。明天呢？')).toEqual(['今天很好。', '明天呢？'])
    expect(split('هل هذا صحيح؟ نعم. ثم ذهب.')).toEqual(['هل هذا صحيح؟', 'نعم.', 'ثم ذهب.'])
  })

  it('handles a text of nothing but periods efficiently', () => {
    const started = performance.now()
    expect(sentences(`${'.'.repeat(1_000_000)}a`)).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
