import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../keys.ts'

/** A random value from the asking process, so that an answer can't be replayed. */
export const NONCE = /^[0-9a-f]{32}$/

/** Returns what only a process of this instance can compute from a nonce, because all of them share the key. */
export const proofOf = (secretKey: Buffer, nonce: string): string =>
  createHmac('sha256', deriveKey(secretKey, 'instance-proof')).update(nonce).digest('hex')

export function isProof(secretKey: Buffer, nonce: string, given: unknown): boolean {
  const own = Buffer.from(proofOf(secretKey, nonce))
  const other = Buffer.from(String(given))
  return other.length === own.length && timingSafeEqual(other, own)
}
