import { describe, expect, it } from 'vitest'
import { cosine, signsOf, toBytes } from './vector.ts'

const vectorOf = (seed: number, size = 512): Float32Array => {
  const values = Float32Array.from({ length: size }, (_, at) => Math.sin(seed * 99.7 + at * (seed + 1.3)))
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

describe('a stored vector', () => {
  it('keeps the angles between vectors to three decimals', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const [one, other] = [vectorOf(seed), vectorOf(seed + 100)]
      const exact = one.reduce((sum, value, at) => sum + value * other[at]!, 0)
      expect(cosine(one, toBytes(other))).toBeCloseTo(exact, 2)
      expect(cosine(one, toBytes(one))).toBeCloseTo(1, 3)
    }
  })

  it('has the sign of each component as a bit', () => {
    expect(signsOf(Float32Array.of(0.5, -0.5, 0, 0.1))).toBe('1001')
  })
})
