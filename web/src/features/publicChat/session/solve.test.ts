import { createHash } from 'node:crypto'
import { challengeText, leadingZeroBits } from '@parlance/contract/challenge'
import { expect, test } from 'vitest'
import { solve } from './solve.ts'

test('the answer to a challenge is the first number whose hash has enough zero bits', () => {
  const token = `${'a-token-as-long-as-those-of-the-server.'.repeat(6)}x`
  const hashOf = (counter: number) => createHash('sha256').update(challengeText(token, counter)).digest()
  const { counter } = solve({ token, bits: 10 })
  expect(leadingZeroBits(hashOf(counter))).toBeGreaterThanOrEqual(10)
  for (let before = 0; before < counter; before += 1) expect(leadingZeroBits(hashOf(before))).toBeLessThan(10)
  expect(solve({ token, bits: 0 })).toEqual({ token, counter: 0 })
})
