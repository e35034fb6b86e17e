import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../keys.ts'

/** What somebody who asks makes up, so that an answer cannot be one that was given before. */
export const NONCE = /^[0-9a-f]{32}$/

/** What only a process of this installation can say of a nonce: all of them share the key. */
export const proofOf = (secretKey: Buffer, nonce: string): string =>
  createHmac('sha256', deriveKey(secretKey, 'instance-proof')).update(nonce).digest('hex')

export function isProof(secretKey: Buffer, nonce: string, given: unknown): boolean {
  const own = Buffer.from(proofOf(secretKey, nonce))
  const other = Buffer.from(String(given))
  return other.length === own.length && timingSafeEqual(other, own)
}
