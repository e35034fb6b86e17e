import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Database } from '../platform/database/database.ts'
import { deriveKey } from '../platform/keys.ts'
import { openText, sealText } from '../platform/sealedText.ts'
import { findSecret, insertSecret } from './store.ts'

export interface DirectorySecrets {
  /** The private RS256 key. */
  signingKey: JWK
  cookieKeys: string[]
}

/**
 * Returns the directory's keys. They are created at the first startup and shared by all processes from then on.
 */
export async function readSecrets(database: Database, secretKey: Buffer): Promise<DirectorySecrets> {
  const key = deriveKey(secretKey, 'directory-secrets')
  const [signingKey, cookieKeys] = await Promise.all([
    secret(database, key, 'signing-key', newSigningKey),
    secret(database, key, 'cookie-keys', async () => [randomBytes(32).toString('base64url')]),
  ])
  return { signingKey, cookieKeys }
}

async function secret<T>(database: Database, key: Buffer, name: string, make: () => Promise<T>): Promise<T> {
  let ciphertext = await findSecret(database, name)
  if (ciphertext === null) {
    await insertSecret(database, name, sealText(key, name, JSON.stringify(await make())))
    ciphertext = await findSecret(database, name)
  }
  if (ciphertext === null) throw new Error(`The directory's ${name} couldn't be stored.`)
  return JSON.parse(decrypt(key, name, ciphertext)) as T
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' }
}

function decrypt(key: Buffer, name: string, ciphertext: string): string {
  try {
    return openText(key, name, ciphertext)
  } catch (cause) {
    throw new Error(
      "SECRET_KEY can't decrypt the keys of the sign-in directory. Start with the SECRET_KEY used before.",
      {
        cause,
      },
    )
  }
}
