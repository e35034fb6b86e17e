import { describe, expect, it } from 'vitest'
import { countWords } from '../../../platform/language/countWords.ts'
import { extract } from '../extraction/extract.ts'
import { cutPassages } from './cut.ts'

function cut(text: string, mimeType: 'text/plain' | 'text/markdown' = 'text/plain') {
  const { document } = extract(Buffer.from(text), mimeType)
  if (!document) throw new Error('No text was extracted.')
  return { document, passages: [...cutPassages(document)] }
}
const sentence = (n: number) => `Sentence number ${n} has exactly ten words in it here. `

describe('cutPassages', () => {
  it('creates passages of whole sentences, 100 to 150 words, that repeat the previous ones’ last sentences', () => {
    const { passages } = cut(Array.from({ length: 60 }, (_, n) => sentence(n)).join(''))
    for (const passage of passages.slice(0, -1)) {
      expect(countWords(passage.text)).toBeGreaterThanOrEqual(100)
      expect(countWords(passage.text)).toBeLessThanOrEqual(150)
      expect(passage.text).toMatch(/^Sentence number \d+ has .* here\.$/s)
    }
    const last = (text: string) => text.slice(text.lastIndexOf('Sentence'))
    for (let at = 1; at < passages.length; at++) {
      expect(passages[at]!.text).toContain(last(passages[at - 1]!.text))
    }
  })

  it('keeps the position of each passage in the extracted text', () => {
    const { document, passages } = cut('One. Two.\n\nThree.')
    for (const passage of passages) {
      expect(document.text.slice(passage.start, passage.end)).toBe(passage.text)
    }
    expect(passages.map((passage) => passage.ordinal)).toEqual(passages.map((_, at) => at))
  })

  it('crosses no heading and gives each passage its headings', () => {
    const { passages } = cut('# A\n\nabout a\n\n## B\n\nabout b', 'text/markdown')
    expect(passages.map(({ heading, text }) => [heading, text])).toEqual([
      ['A', 'about a'],
      ['A › B', 'about b'],
    ])
  })

  it('keeps each page of a text file as one passage up to 800 words, and cuts longer ones', () => {
    const page = (sentences: number) => Array.from({ length: sentences }, (_, n) => sentence(n)).join('\n\n')
    const { passages } = cut(`${page(2)}\f${page(80)}\f${page(81)}`)
    expect(passages.filter((passage) => passage.page === 1)).toHaveLength(1)
    expect(passages.filter((passage) => passage.page === 2).map((p) => countWords(p.text))).toEqual([800])
    const third = passages.filter((passage) => passage.page === 3)
    expect(third.length).toBeGreaterThan(4)
    for (const passage of third) expect(countWords(passage.text)).toBeLessThanOrEqual(150)
  })

  it('skips passages without a letter or digit', () => {
    const { passages } = cut(`${'. '.repeat(1000)}\n\nThe end.`)
    expect(passages.map(({ ordinal, text }) => [ordinal, text.slice(-8)])).toEqual([[0, 'The end.']])
  })

  it('cuts text without punctuation, and endless words', () => {
    for (const text of ['word '.repeat(2000), 'x'.repeat(5000), '東'.repeat(2000), 'a b '.repeat(3000)]) {
      const { passages } = cut(text)
      expect(passages.length).toBeGreaterThan(1)
      for (const passage of passages) expect(countWords(passage.text)).toBeLessThanOrEqual(150)
      const letters = (value: string) => value.replace(/\s/g, '').length
      expect(passages.reduce((sum, passage) => sum + letters(passage.text), 0)).toBeGreaterThanOrEqual(
        letters(text),
      )
    }
  })
})
