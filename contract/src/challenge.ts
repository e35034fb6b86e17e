/** This file has no imports, so the browser can use it without a schema library. */

/** Returns the number of zero bits at the beginning of a hash. */
export function leadingZeroBits(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0)
  if (first === -1) return hash.length * 8
  return first * 8 + Math.clz32(hash[first] ?? 0) - 24
}

/** The text whose SHA-256 hash answers a challenge with this number. */
export const challengeText = (token: string, counter: number): string => `${token}:${counter}`
