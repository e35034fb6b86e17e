import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Test applications are copies of one installation, with the same users and salts. Hashing a password takes as
// much of a processor as all other work of a sign-in, so each process does it once for each password and salt.

type Derived = (error: Error | null, key: Buffer) => void
type Scrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  done: Derived,
) => void

const original: Scrypt = crypto.scrypt
const known = new Map<string, Buffer>()

const once: Scrypt = (password, salt, bytes, options, done) => {
  const of = JSON.stringify([String(password), Buffer.from(salt as Buffer).toString('hex'), bytes, options])
  const key = known.get(of)
  if (key) return void setImmediate(done, null, Buffer.from(key))
  original(password, salt, bytes, options, (error, derived) => {
    if (!error) known.set(of, Buffer.from(derived))
    done(error, derived)
  })
}

const installed = Symbol.for('parlance.hashOnce')
if (!(installed in crypto.scrypt)) {
  crypto.scrypt = Object.assign(once, { [installed]: true }) as unknown as typeof crypto.scrypt
  syncBuiltinESMExports()
}
