import { sha256 } from '@noble/hashes/sha2.js'
import { challengeText, leadingZeroBits } from '@parlance/contract/challenge'

export interface Challenge {
  token: string
  bits: number
}

export interface ChallengeAnswer {
  token: string
  counter: number
}

/** Finds the number whose hash has enough leading zero bits. It takes 2 to the power of `bits` hashes on average. */
export function solve({ token, bits }: Challenge): ChallengeAnswer {
  const encoder = new TextEncoder()
  // The token is longer than a block, and is hashed only once.
  const begun = sha256.create().update(encoder.encode(challengeText(token, 0).slice(0, -1)))
  for (let counter = 0; ; counter += 1) {
    const hash = begun
      .clone()
      .update(encoder.encode(String(counter)))
      .digest()
    if (leadingZeroBits(hash) >= bits) return { token, counter }
  }
}
