import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from './format.ts'

/** The secrets of an instance: its key, and the rows encrypted with keys derived from it. */
export interface Secrets {
  secretKey: string
  tables: { name: string; columns: string[]; rows: (string | null)[][] }[]
}

/** Half a second and 128 MB for each guess at a passphrase. */
const KDF = { N: 131_072, r: 8, p: 1 }
const MAX_MEMORY = 256 * 1024 * 1024
const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const SALT_BYTES = 16
export const PASSPHRASE_CHARACTERS = 12

interface Sealed {
  kdf: { name: 'scrypt'; N: number; r: number; p: number; salt: string }
  cipher: typeof ALGORITHM
  iv: string
  tag: string
  text: string
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

const keyFrom = (passphrase: string, salt: Buffer, { N, r, p } = KDF) =>
  derive(passphrase.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: MAX_MEMORY })

/**
 * Encrypts secrets with a passphrase. `boundTo` is the hash of the manifest, so the secrets of one archive open
 * with no other.
 */
export async function seal(secrets: Secrets, passphrase: string, boundTo: Buffer): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, await keyFrom(passphrase, salt), iv).setAAD(boundTo)
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  const sealed: Sealed = {
    kdf: { name: 'scrypt', ...KDF, salt: salt.toString('base64') },
    cipher: ALGORITHM,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    text: text.toString('base64'),
  }
  return Buffer.from(JSON.stringify(sealed))
}

export async function unseal(sealed: Buffer, passphrase: string, boundTo: Buffer): Promise<Secrets> {
  try {
    const { kdf, iv, tag, text } = JSON.parse(sealed.toString('utf8')) as Sealed
    // The costs are fixed by the format, so an archive can't demand more memory or less work.
    if (kdf.name !== 'scrypt' || kdf.N !== KDF.N || kdf.r !== KDF.r || kdf.p !== KDF.p)
      throw new Error('unknown costs')
    const key = await keyFrom(passphrase, Buffer.from(kdf.salt, 'base64'))
    const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64'), { authTagLength: 16 })
      .setAAD(boundTo)
      .setAuthTag(Buffer.from(tag, 'base64'))
    const plain = Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()])
    return JSON.parse(plain.toString('utf8')) as Secrets
  } catch (cause) {
    throw new BackupError(
      "The passphrase is wrong for this archive's secrets, or the archive was modified. Nothing was changed.",
      { cause },
    )
  }
}

/** Distinguishes keys without revealing them. */
export function keyCheck(secretKey: Buffer): string {
  return createHmac('sha256', secretKey).update('parlance backup key check').digest('hex').slice(0, 32)
}
