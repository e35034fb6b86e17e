import { describe, expect, it } from 'vitest'
import { GRAM_BUCKETS, gramsOf } from './grams.ts'

const shared = (a: string, b: string) => gramsOf(a).filter((gram) => gramsOf(b).includes(gram)).length

describe('gramsOf', () => {
  it('splits a word into pieces, including its ends', () => {
    expect(gramsOf('boats')).toHaveLength(4)
    expect(gramsOf('of')).toHaveLength(1)
    expect(gramsOf('')).toEqual([])
  })

  it("matches compounds and spelling variants that stems don't", () => {
    expect(shared('Hafenordnung', 'Ordnung')).toBeGreaterThan(2)
    expect(shared('Chebyshev', 'Tschebyshev')).toBeGreaterThan(4)
    expect(shared('boats', 'zebra')).toBe(0)
  })

  it('ignores case, width, accents, and Arabic spelling variants', () => {
    expect(gramsOf('ＣＡＦÉ')).toEqual(gramsOf('cafe'))
    expect(gramsOf('مَدرسة')).toEqual(gramsOf('مدرسه'))
  })

  it('uses pairs in scripts without spaces', () => {
    expect(gramsOf('東京都')).toHaveLength(2)
    expect(shared('東京都', '京都')).toBe(1)
  })

  it('distributes over all buckets', () => {
    const many = new Set(
      gramsOf(Array.from({ length: 20_000 }, (_, n) => (n * 2654435761).toString(36)).join(' ')),
    )
    expect(many.size).toBeGreaterThan(GRAM_BUCKETS * 0.8)
    for (const gram of many) expect(gram).toBeLessThan(GRAM_BUCKETS)
  })
})
