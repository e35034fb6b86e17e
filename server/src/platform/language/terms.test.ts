import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../testing/cpuTime.ts'
import { terms, wordsByTerm } from './terms.ts'

describe('terms', () => {
  it('reduces the forms of an English word to one stem', () => {
    expect(terms('connect connected connection connecting')).toEqual(Array(4).fill('connect'))
  })

  it('omits stop words, including contractions', () => {
    expect(terms("What is the capital, and why don't they've any?")).toEqual(['capit'])
  })

  it('ignores width, case, accents, and possessives', () => {
    expect(terms('ＣＡＦÉ Café cafe’s CAFE')).toEqual(Array(4).fill('cafe'))
  })

  it('keeps numbers and names with digits', () => {
    expect(terms('PORT 8080, x86 and 1973')).toEqual(['port', '8080', 'x86', '1973'])
  })

  it('splits scripts without spaces into pairs, so that any two adjacent characters are found', () => {
    expect(terms('東京都 渋谷')).toEqual(['東京', '京都', '渋谷'])
    expect(terms('2025年の東京Tower')).toContain('tower')
    expect(terms('水')).toEqual(['水'])
  })

  it('finds an Arabic word despite its article, conjunction, ending, and vowel marks', () => {
    const [stem] = terms('مكتبة')
    expect(terms('والمَكْتَبَة المكتبات مكتبه')).toEqual([stem, stem, stem])
  })

  it('reads Arabic digits as digits', () => {
    expect(terms('٢٠٢٥')).toEqual(['2025'])
  })

  it('truncates very long words the same way in document and question', () => {
    const [term] = terms('a1'.repeat(500))
    expect(term).toHaveLength(64)
  })

  it('[A71] [S16] takes time linear in the length of a hostile text', () => {
    const spent = cpuMs(() => {
      terms("a'".repeat(200_000))
      terms('e\u0301'.repeat(200_000))
    })
    expect(spent).toBeLessThan(3000)
  })
})

it('leads from each term to the word it was made from', () => {
  const words = wordsByTerm('Daily allowances in the Región, القهوة')
  expect([...words.values()]).toEqual(['Daily', 'allowances', 'Región', 'القهوة'])
  expect([...words.keys()]).toEqual(terms('Daily allowances in the Región, القهوة'))
})
