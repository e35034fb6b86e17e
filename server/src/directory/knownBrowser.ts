import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import { deriveKey } from '../platform/keys.ts'

/** A browser in which an account's password was entered correctly, told by a signed cookie. */
export interface KnownBrowser {
  objectId: string
  /** Random, new with each sign-in. */
  browserId: string
}

const LIFETIME_SECONDS = 180 * 24 * 60 * 60
const OBJECT_ID = /^[0-9a-f-]{36}$/

/** Tells the cookies of two instances on one host apart, because cookies ignore ports. */
export const cookieSuffix = (issuer: string) => createHash('sha256').update(issuer).digest('hex').slice(0, 10)

export function createKnownBrowsers({ publicOrigin, secretKey, directory }: Config, issuer: string) {
  const key = deriveKey(secretKey, 'known-browser')
  const secure = publicOrigin.startsWith('https:')
  const name = `${secure ? '__Secure-' : ''}directory-known-${cookieSuffix(issuer)}`
  const signed = (objectId: string, browserId: string) =>
    createHmac('sha256', key).update(`${objectId} ${browserId}`).digest('base64url')

  return {
    /** Returns the Set-Cookie header that remembers this browser. */
    cookieFor(objectId: string): string {
      const browserId = randomBytes(16).toString('base64url')
      const value = [objectId, browserId, signed(objectId, browserId)].join('.')
      const path = `/directory/${directory.tenantId}/v2.0/interaction`
      return `${name}=${value}; Path=${path}; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    },
    /** Returns the browser that a request proves to come from; null without a valid cookie. */
    of({ headers }: IncomingMessage): KnownBrowser | null {
      const found = headers.cookie?.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
      const [objectId = '', browserId = '', signature = ''] = found?.slice(name.length + 1).split('.') ?? []
      if (!OBJECT_ID.test(objectId)) return null
      const [given, right] = [Buffer.from(signature), Buffer.from(signed(objectId, browserId))]
      return given.length === right.length && timingSafeEqual(given, right) ? { objectId, browserId } : null
    },
  }
}
