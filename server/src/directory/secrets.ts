import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Database } from '../platform/database/database.ts'
import { deriveKey } from '../platform/keys.ts'
import { findSecret, insertSecret } from './store.ts'

export interface DirectorySecrets {
  /** RS256, private. */
  signingKey: JWK
  cookieKeys: string[]
}

/** The directory's keys: made at the first start, then the same ones for every process and after every restart. */
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
    await insertSecret(database, name, encrypt(key, name, JSON.stringify(await make())))
    ciphertext = await findSecret(database, name)
  }
  if (ciphertext === null) throw new Error(`The directory's ${name} could not be stored.`)
  return JSON.parse(decrypt(key, name, ciphertext)) as T
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' }
}

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

function encrypt(key: Buffer, name: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

function decrypt(key: Buffer, name: string, ciphertext: string): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new Error(
      'SECRET_KEY does not open the keys of the sign-in directory: start with the key that it had.',
      {
        cause,
      },
    )
  }
}
