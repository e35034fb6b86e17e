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
import { isSigningOut } from './signingOut.ts'
import { countTokenRequest } from './tokenRequests.ts'

/** Renewed this long before it ends, so that no call starts with a token that dies on its way. */
const RENEW_EARLY_MS = 30_000

const loadDirectory = () => import('./directory.ts')

/** The product token for the next call: the one in the state, or a new one. Undefined when nobody is signed in. */
export async function currentToken(): Promise<string | undefined> {
  const { n1aiToken, n1aiTokenSince } = auth.read()
  if (n1aiToken && endsAt(n1aiToken, n1aiTokenSince) > Date.now() + RENEW_EARLY_MS) return n1aiToken
  return regenerateToken(n1aiToken)
}

let running: Promise<string | undefined> | undefined

/**
 * A new product token in place of the refused one. Callers that were refused together wait for one and the same
 * request; whoever comes late gets the token that replaced theirs.
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
 * Waits for token args other than those that were used: looked for every 500 ms, and as soon as their acquisition ends.
 * They may come from elsewhere while it hangs. False when nobody is signed in.
 */
async function newTokenArgs(acquire: () => Promise<IGenerateTokenRequest | undefined>): Promise<boolean> {
  const used = auth.read().n1aiTokenArgs
  const acquired = acquire().then((iGenerateTokenRequest) => {
    if (iGenerateTokenRequest) storeTokenArgs({ identityProvider: 'EntraId', iGenerateTokenRequest })
    return iGenerateTokenRequest !== undefined
  })
  // It may fail after others have brought the args.
  acquired.catch(() => undefined)
  const isNew = () => ![used, undefined].includes(auth.read().n1aiTokenArgs)
  while (!isNew()) {
    const ended = await Promise.race([acquired, pause(client.tokenPollMs).then(() => undefined)])
    if (ended === false) return false
  }
  return true
}

/** What a call that waits for a token is told: the directory refused it, or could not be reached. */
function callFailure(error: unknown, refused: boolean): ApiError {
  const status = refused ? 401 : 'FETCH_ERROR'
  return error instanceof ApiError
    ? error
    : new ApiError({ status, error: String(error), requestId: '' }, { cause: error })
}

/**
 * Exchanges the token args for the product token. Only a refusal by the server clears them: a lost network does not, nor
 * does a server that wants fewer calls.
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

interface TokenClaims {
  iat?: number
  exp?: number
  version?: string
}

/** What the token says of itself, unverified: the server decides, the client only plans with it. */
function claimsOf(token: string): TokenClaims | undefined {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(body)) as TokenClaims
  } catch {
    return undefined
  }
}

/**
 * When a token ends, by this machine's clock. It lives from when it came: where the clock is an hour ahead of the server's,
 * each new token would be taken for an old one. One without a readable end is used until the server refuses it.
 */
function endsAt(token: string, since: number | undefined): number {
  const { iat, exp = Number.POSITIVE_INFINITY } = claimsOf(token) ?? {}
  return since === undefined || iat === undefined ? exp * 1000 : since + (exp - iat) * 1000
}

/** The version that a token claims, where it is another than this build's; empty where it claims none. */
export function otherVersionOf(token: string): string | undefined {
  const claims = claimsOf(token)
  return claims && claims.version !== client.tokenVersion ? (claims.version ?? '') : undefined
}
