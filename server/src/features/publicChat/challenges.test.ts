import { createHash, randomBytes } from 'node:crypto'
import { leadingZeroBits } from '@parlance/contract/challenge'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Challenge, createChallenges } from './challenges.ts'

let milliseconds = 0
const clock = { now: () => new Date(1_800_000_000_000 + milliseconds), monotonicMs: () => milliseconds }
const config = { secretKey: randomBytes(32) }
const solve = ({ token, bits }: Challenge) => {
  for (let counter = 0; ; counter += 1) {
    const hash = createHash('sha256').update(`${token}:${counter}`).digest()
    if (leadingZeroBits(hash) >= bits) return { token, counter }
  }
}

beforeEach(() => {
  milliseconds = 0
})

describe('challenges', () => {
  test('expire after five minutes', () => {
    const challenges = createChallenges({ config, clock })
    const answer = solve(challenges.issue('page', 4))
    milliseconds = 299_000
    expect(challenges.check(answer, 'page')).toMatch(/^[0-9a-f-]{36}$/)
    milliseconds = 301_000
    expect(() => challenges.check(answer, 'page')).toThrow('check has expired')
  })

  test('get harder for a page on which many sessions start, by at most four bits, until it is calm again', () => {
    const challenges = createChallenges({ config, clock })
    const bitsAfter = (sessions: number) => {
      for (let count = 0; count < sessions; count += 1) challenges.started('page')
      return challenges.issue('page', 10).bits
    }
    expect([bitsAfter(0), bitsAfter(119), bitsAfter(1), bitsAfter(120), bitsAfter(5000)]).toEqual([
      10, 10, 11, 12, 14,
    ])
    expect(challenges.issue('other', 10).bits).toBe(10)
    expect(challenges.issue('page', 23).bits).toBe(24)
    milliseconds = 60_001
    expect(challenges.issue('page', 10).bits).toBe(10)
  })

  test('count the zero bits of a hash', () => {
    const bitsOf = (...bytes: number[]) => leadingZeroBits(Uint8Array.from(bytes))
    expect([bitsOf(128), bitsOf(1), bitsOf(0, 64), bitsOf(0, 0, 1), bitsOf(0, 0)]).toEqual([0, 7, 9, 23, 16])
  })
})
