import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { deriveKey } from '../keys.ts'
import { canonical } from './canonical.ts'

/** The header of an Ed25519 private key as PKCS#8; its 32 bytes follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const RAW_BYTES = 32

/** Signs objects as an instance, so that others can verify them without its secret. */
export interface Signer {
  /** Ed25519, raw in base64url. */
  publicKey: string
  /** Returns the signature of the object's JSON with sorted keys and without spaces, in base64url. */
  sign(content: object): string
}

/** The key depends on SECRET_KEY alone, so that it stays the same after a restart and on all processes. */
export function createSigner(secretKey: Buffer): Signer {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, deriveKey(secretKey, 'compliance-evidence')]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    publicKey: createPublicKey(key)
      .export({ format: 'der', type: 'spki' })
      .subarray(-RAW_BYTES)
      .toString('base64url'),
    sign: (content) => sign(null, Buffer.from(canonical(content)), key).toString('base64url'),
  }
}

/** Whether a signature is of this object by the owner of a key. */
export function isSigned(content: object, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return verify(null, Buffer.from(canonical(content)), key, Buffer.from(signature, 'base64url'))
  } catch {
    // Something that is no key has signed nothing.
    return false
  }
}
