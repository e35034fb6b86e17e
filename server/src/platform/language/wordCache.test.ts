import { expect, test } from 'vitest'
import { createWordCache } from './wordCache.ts'

test('a cache keeps the words that were used lately, and no more than twice its size', () => {
  const cache = createWordCache<{ word: string }>(100)
  cache.set('often', { word: 'often' })
  for (let one = 0; one < 1000; one += 1) {
    cache.set(`word ${one}`, { word: `word ${one}` })
    expect(cache.get('often')).toEqual({ word: 'often' })
  }
  const kept = Array.from({ length: 1000 }, (_, one) => cache.get(`word ${one}`)).filter(Boolean)
  expect(kept.length).toBeGreaterThanOrEqual(99)
  expect(kept.length).toBeLessThanOrEqual(200)
  expect(cache.get('word 999')).toEqual({ word: 'word 999' })
  expect(cache.get('never')).toBeUndefined()
})
