import { hkdfSync } from 'node:crypto'

/** The purposes that keys are derived for; each gets a key of its own, so that none opens another's. */
export type KeyPurpose =
  | 'product-token'
  | 'audit-chain'
  | 'audit-head'
  | 'directory-secrets'
  | 'continuation-token'
  | 'stored-secrets'
  | 'instance-proof'

/** A 32-byte key for one purpose, derived from SECRET_KEY. */
export function deriveKey(secretKey: Buffer, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'parlance', purpose, 32))
}
