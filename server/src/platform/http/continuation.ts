import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../errors.ts'
import { deriveKey } from '../keys.ts'

const MAC_BYTES = 16

/**
 * Where a list continues: an opaque, signed position. A modified one is rejected before it reaches a statement.
 */
export interface Continuation<T> {
  write(position: T): string
  /** Returns null for no token; throws for a foreign or modified one. */
  read(token: string | undefined): T | null
}

/** `list` binds the token to one list. */
export function createContinuation<T extends object>(secretKey: Buffer, list: string): Continuation<T> {
  const key = deriveKey(secretKey, 'continuation-token')
  const sign = (payload: string) =>
    createHmac('sha256', key).update(`${list}\n${payload}`).digest().subarray(0, MAC_BYTES)
  const refuse = () =>
    new AppError('request.invalid', {
      fields: [
        {
          field: 'continuationToken',
          message: 'This token isn’t valid for this list. Load the list from the start.',
        },
      ],
    })
  return {
    write(position) {
      const payload = Buffer.from(JSON.stringify(position)).toString('base64url')
      return `${payload}.${sign(payload).toString('base64url')}`
    },
    read(token) {
      if (token === undefined) return null
      const [payload = '', mac = '', ...rest] = token.split('.')
      const given = Buffer.from(mac, 'base64url')
      if (rest.length > 0 || given.length !== MAC_BYTES || !timingSafeEqual(given, sign(payload)))
        throw refuse()
      return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as T
    },
  }
}
