import { client } from '@parlance/contract/limits'
import { pause } from '../base/pause.ts'
import { ApiError, type ApiErrorStatus, isAccessEnded } from '../transport/apiError.ts'
import { jsonOf, successful, transport } from '../transport/transport.ts'
import {
  auth,
  endAccess,
  type IGenerateTokenRequest,
  keepTokenFailure,
  setAuth,
  storeToken,
  storeTokenArgs,
} from './auth.ts'
import { claimsOf } from './claims.ts'
import { isSigningOut } from './signingOut.ts'
import { countTokenRequest } from './tokenRequests.ts'

/** Tokens are renewed this long before they expire, so that none expires during a call. */
const RENEW_EARLY_MS = 30_000

const loadDirectory = () => import('./directory.ts')

/**
 * Returns the product token for the next call: the one in the state, or a new one. Undefined if no one is
 * signed in.
 */
export async function currentToken(): Promise<string | undefined> {
  const { n1aiToken, n1aiTokenSince } = auth.read()
  if (n1aiToken && endsAt(n1aiToken, n1aiTokenSince) > Date.now() + RENEW_EARLY_MS) return n1aiToken
  return regenerateToken(n1aiToken)
}

let running: Promise<string | undefined> | undefined

/**
 * Returns a new product token in place of the rejected one. Callers rejected together share one request, and
 * late callers get the token that replaced theirs.
 */
export function regenerateToken(refused?: string): Promise<string | undefined> {
  const { n1aiToken } = auth.read()
  if (n1aiToken && n1aiToken !== refused) return Promise.resolve(n1aiToken)
  if (isSigningOut()) return Promise.resolve(undefined)
  running ??= regenerate().finally(() => {
    running = undefined
    setAuth({ isLoading: false })
  })
  return running
}

async function regenerate(): Promise<string | undefined> {
  setAuth({ isLoading: true })
  const directory = await loadDirectory()
  try {
    if (!(await newTokenArgs(directory.acquireTokens))) {
      setAuth({ n1aiToken: '', n1aiTokenArgs: undefined })
      return undefined
    }
  } catch (error) {
    keepTokenFailure(error, directory.isRefusal(error))
    throw callFailure(error, directory.isRefusal(error))
  }
  if (countTokenRequest()) await directory.clearSignIn()
  return generateToken()
}

/**
 * Waits for token args other than those already used. Checks every 500 ms, and when the acquisition ends,
 * because they can come from elsewhere while it hangs. Returns false if no one is signed in.
 */
async function newTokenArgs(acquire: () => Promise<IGenerateTokenRequest | undefined>): Promise<boolean> {
  const used = auth.read().n1aiTokenArgs
  const acquired = acquire().then((iGenerateTokenRequest) => {
    if (iGenerateTokenRequest) storeTokenArgs({ identityProvider: 'EntraId', iGenerateTokenRequest })
    return iGenerateTokenRequest !== undefined
  })
  // It can fail after the args arrived from elsewhere.
  acquired.catch(() => undefined)
  const isNew = () => ![used, undefined].includes(auth.read().n1aiTokenArgs)
  while (!isNew()) {
    const ended = await Promise.race([acquired, pause(client.tokenPollMs).then(() => undefined)])
    if (ended === false) return false
  }
  return true
}

/** The error for a call that waits for a token: the directory rejected it, or couldn't be reached. */
function callFailure(error: unknown, refused: boolean): ApiError {
  const status = refused ? 401 : 'FETCH_ERROR'
  return error instanceof ApiError
    ? error
    : new ApiError({ status, error: String(error), requestId: '' }, { cause: error })
}

/**
 * Exchanges the token args for the product token. Only a rejection by the server clears them, not a lost
 * network or rate limiting.
 */
export async function generateToken(): Promise<string | undefined> {
  const args = auth.read().n1aiTokenArgs
  if (!args) return undefined
  try {
    const response = await transport({
      method: 'POST',
      path: `/api/internal/authorization/${args.identityProvider}/GenerateToken`,
      body: args.iGenerateTokenRequest,
    })
    const { n1AIToken } = await jsonOf<{ n1AIToken: string }>(await successful(response))
    if (isSigningOut()) return undefined
    storeToken(n1AIToken)
    return n1AIToken
  } catch (error) {
    const refused = error instanceof ApiError && isRefused(error.status)
    keepTokenFailure(error, refused)
    if (isAccessEnded(error)) endAccess()
    if (refused) return undefined
    throw error
  }
}

const isRefused = (status: ApiErrorStatus): boolean =>
  typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429

/**
 * Returns when a token expires, by this machine's clock. Its lifetime counts from its arrival, because a clock
 * one hour ahead of the server's would make each new token look expired. A token without a readable expiry is
 * used until the server rejects it.
 */
function endsAt(token: string, since: number | undefined): number {
  const { iat, exp = Number.POSITIVE_INFINITY } = claimsOf(token) ?? {}
  return since === undefined || iat === undefined ? exp * 1000 : since + (exp - iat) * 1000
}

/** Returns the version that a token claims, if it differs from this build's. Empty if it claims none. */
export function otherVersionOf(token: string): string | undefined {
  const claims = claimsOf(token)
  return claims && claims.version !== client.tokenVersion ? (claims.version ?? '') : undefined
}
