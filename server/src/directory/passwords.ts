import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'

// OWASP's parameters for scrypt with 32 MB. All accounts use the same cost, because a different one would
// reveal them by timing.
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } satisfies ScryptOptions
const KEY_BYTES = 32
const SALT_BYTES = 16
/**
 * How many of libuv's four threads hash passwords, so a flood of sign-ins leaves some for files and name
 * lookups.
 */
const AT_ONCE = 2

const inTurn = pLimit(AT_ONCE)

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt)
  return `scrypt.${salt.toString('base64url')}.${key.toString('base64url')}`
}

const nobodysSalt = randomBytes(SALT_BYTES)

/** Takes the same time with or without a hash, so timing doesn't reveal which accounts exist. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [kind, salt, key] = hash?.split('.') ?? []
  const known = kind === 'scrypt' && salt !== undefined && key !== undefined
  const derived = await derive(password, known ? Buffer.from(salt, 'base64url') : nobodysSalt)
  const expected = known ? Buffer.from(key, 'base64url') : Buffer.alloc(KEY_BYTES)
  return expected.length === derived.length && timingSafeEqual(expected, derived) && known
}
