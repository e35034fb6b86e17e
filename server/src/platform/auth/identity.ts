import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { hasRepeatedKeys } from './repeatedKeys.ts'

/**
 * A person's identity according to a directory. `tid:oid` is the key; names and addresses change and prove
 * nothing.
 */
export interface Identity {
  tenantId: string
  objectId: string
  name: string
  userName: string
  email: string | null
  /** Null: the directory named no groups because there are too many. */
  groupIds: string[] | null
  /** The directory's own session, if it names one. */
  directorySession: string | null
  /** Issue time of the ID token, in whole seconds. */
  issuedAt: Date
}

export type VerifyIdentity = (idToken: string) => Promise<Identity>

const CLOCK_TOLERANCE_SECONDS = 60
// Headers that name the sender's own key, or require something we don't support.
const refusedHeaders = ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64', 'zip', 'enc']

/** Verifies ID tokens of the configured directory. Throws `auth.token` for anything else. */
export function createVerifyIdentity(config: Config, clock: Clock, keys: JWTVerifyGetKey): VerifyIdentity {
  const { instance, tenantId, clientId } = config.directory
  return async (idToken) => {
    try {
      refuseAmbiguous(idToken)
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer: `${instance}${tenantId}/v2.0`,
        audience: clientId,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: clock.now(),
        requiredClaims: ['exp', 'iat', 'sub', 'oid', 'tid', 'nonce'],
      })
      return identityOf(payload, config, clock)
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      throw new AppError('auth.token', { cause })
    }
  }
}

function refuseAmbiguous(idToken: string): void {
  const parts = idToken.split('.')
  if (parts.length !== 3 || parts.some((part) => !/^[\w-]+$/.test(part))) refuse("it isn't a signed token")
  const header = decodeProtectedHeader(idToken) as Record<string, unknown>
  const found = refusedHeaders.find((name) => name in header)
  if (found) refuse(`its header has ${found}`)
  for (const part of parts.slice(0, 2)) {
    if (hasRepeatedKeys(Buffer.from(part, 'base64url').toString('utf8'))) refuse('it has duplicate keys')
  }
}

function identityOf(payload: JWTPayload, config: Config, clock: Clock): Identity {
  const { tenantId, clientId } = config.directory
  const latest = clock.now().getTime() / 1000 + CLOCK_TOLERANCE_SECONDS
  if (payload.aud !== clientId) refuse('it has another audience')
  if (payload.azp !== undefined && payload.azp !== clientId) refuse('it was issued to another application')
  if (payload.tid !== tenantId) refuse("it's from another tenant")
  if (payload.ver !== '2.0') refuse('it has another version')
  if (payload.scp !== undefined) refuse("it's an access token")
  if (!(typeof payload.iat === 'number' && payload.iat <= latest)) refuse('it was issued in the future')
  if (!text(payload.nonce, 1000)) refuse('it has no nonce')
  const objectId = text(payload.oid, 100) ?? refuse("it doesn't identify a person")
  const userName = text(payload.preferred_username, 320) ?? objectId
  return {
    tenantId,
    objectId,
    userName,
    name: text(payload.name, 200) ?? userName.slice(0, 200),
    email: text(payload.email, 320),
    groupIds: groupsOf(payload),
    directorySession: text(payload.sid, 200),
    issuedAt: new Date(payload.iat * 1000),
  }
}

/** Above 200 groups, the directory names a URL to query instead, which isn't called. */
function groupsOf(payload: JWTPayload): string[] | null {
  const elsewhere = payload._claim_names
  if (elsewhere && typeof elsewhere === 'object' && 'groups' in elsewhere) return null
  if (payload.hasgroups === true) return null
  if (!Array.isArray(payload.groups)) return payload.groups === undefined ? [] : null
  return payload.groups.filter((group): group is string => typeof group === 'string' && group.length <= 100)
}

/** Returns a claim that the database can store: without NUL, and no longer than `longest`. */
function text(claim: unknown, longest: number): string | null {
  if (typeof claim !== 'string') return null
  const clean = claim.replaceAll('\u0000', '').trim()
  return clean === '' ? null : clean.slice(0, longest)
}

function refuse(reason: string): never {
  throw new AppError('auth.token', { cause: new Error(`The ID token was rejected: ${reason}.`) })
}

const WAIT_MS = 5000

/**
 * The keys of an external directory, from DIRECTORY_JWKS_URI or the URL in its discovery document. Fetched when
 * first needed, and again (at most every 30 s) when a token names an unknown key.
 */
export function remoteKeys(config: Config, fetch: typeof globalThis.fetch): JWTVerifyGetKey {
  const { instance, tenantId, jwksUri } = config.directory
  const issuer = `${instance}${tenantId}/v2.0`
  let found: Promise<JWTVerifyGetKey> | null = null

  async function discover(): Promise<JWTVerifyGetKey> {
    const address = jwksUri ?? (await discoverJwksUri(issuer, fetch))
    return createRemoteJWKSet(new URL(address), { [customFetch]: fetch, timeoutDuration: WAIT_MS })
  }

  return async (header, token) => {
    try {
      found ??= discover()
      return await (await found)(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys)
        throw cause
      found = null
      throw new AppError('auth.directory', { cause, retryAfter: 10 })
    }
  }
}

async function discoverJwksUri(issuer: string, fetch: typeof globalThis.fetch): Promise<string> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(WAIT_MS),
  })
  if (!response.ok) throw new Error(`The directory returned ${response.status} for its configuration.`)
  const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
  if (document.issuer !== issuer)
    throw new Error(`The directory's configuration names another issuer: ${String(document.issuer)}.`)
  if (typeof document.jwks_uri !== 'string') throw new Error("The directory's configuration has no keys.")
  return document.jwks_uri
}
