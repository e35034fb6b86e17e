import { hkdfSync } from 'node:crypto'

/** The purposes that keys are derived for. Each has its own key, so none opens another's data. */
export type KeyPurpose =
  | 'product-token'
  | 'audit-chain'
  | 'audit-head'
  | 'directory-secrets'
  | 'known-browser'
  | 'continuation-token'
  | 'stored-secrets'
  | 'instance-proof'
  | 'source-mark'
  | 'visitor-network'
  | 'visitor-secret'
  | 'public-challenge'
  | 'compliance-evidence'
  | 'code-session'

/** Derives a 32-byte key for one purpose from SECRET_KEY. */
export function deriveKey(secretKey: Buffer, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'parlance', purpose, 32))
}
