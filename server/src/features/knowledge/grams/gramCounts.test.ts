import { describe, expect, it } from 'vitest'
import { GRAM_BUCKETS, gramsOf } from '../../../platform/language/grams.ts'
import { addGrams, countGrams, noGrams, packFrequencies, unpackFrequencies } from './gramCounts.ts'

const texts = ['The harbour closes at nine.', 'Harbours close. Boats close hatches.', '東京都の港']

describe('gram counts', () => {
  it('count passages, not repetitions', () => {
    const counts = countGrams(['boat boat boat', 'boats'])
    const [start] = gramsOf('boat')
    expect(counts.passages).toBe(2)
    expect(counts.length).toBe(3 * gramsOf('boat').length + gramsOf('boats').length)
    expect(counts.frequencies[start!]).toBe(2)
  })

  it('return to zero when everything added is removed', () => {
    const both = addGrams(countGrams(texts), countGrams(texts, -1))
    expect(both).toEqual({ ...noGrams(), length: 0 })
  })

  it('are packed and unpacked without loss, including negative and large ones', () => {
    const frequencies = new Int32Array(GRAM_BUCKETS)
    const values = [
      [0, 1],
      [1, -1],
      [63, 64],
      [20_000, 127],
      [20_001, -128],
      [GRAM_BUCKETS - 1, 2_000_000_000],
    ]
    for (const [gram, value] of values) frequencies[gram!] = value!
    const unpacked = new Int32Array(GRAM_BUCKETS)
    unpackFrequencies(packFrequencies(frequencies), unpacked)
    expect(unpacked).toEqual(frequencies)
  })

  it('are small for a passage', () => {
    const passage = Array.from({ length: 130 }, (_, n) => `word${n * 7919}`).join(' ')
    expect(packFrequencies(countGrams([passage]).frequencies).length).toBeLessThan(2000)
  })
})
