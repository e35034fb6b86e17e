import { client } from '@parlance/contract/limits'
import { ApiError } from '../api/apiError.ts'
import { jsonOf, successful, transport } from '../api/transport.ts'
import { auth, setAuth } from './auth.ts'
import { countTokenRequest } from './tokenRequests.ts'

/** Renewed this long before it ends, so that no call starts with a token that dies on its way. */
const RENEW_EARLY_MS = 30_000

const loadDirectory = () => import('./directory.ts')

/** The product token for the next call: the one in the state, or a new one. Undefined when nobody is signed in. */
export async function currentToken(): Promise<string | undefined> {
  const { n1aiToken } = auth.read()
  if (n1aiToken && expiresAt(n1aiToken) > Date.now() + RENEW_EARLY_MS) return n1aiToken
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
  running ??= regenerate().finally(() => {
    running = undefined
    setAuth({ isLoading: false })
  })
  return running
}

async function regenerate(): Promise<string | undefined> {
  setAuth({ isLoading: true })
  const directory = await loadDirectory()
  const request = await directory.acquireTokens()
  if (!request) {
    setAuth({ n1aiToken: '', n1aiTokenArgs: undefined })
    return undefined
  }
  setAuth({ n1aiTokenArgs: { identityProvider: 'EntraId', iGenerateTokenRequest: request } })
  if (countTokenRequest()) await directory.clearSignIn()
  return generateToken()
}

/** Exchanges the token args for the product token. Only a refusal by the server clears them; a lost network does not. */
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
    setAuth({ n1aiToken: n1AIToken, error: '' })
    return n1AIToken
  } catch (error) {
    const refused = error instanceof ApiError && typeof error.status === 'number' && error.status < 500
    setAuth({ error: String(error), ...(refused ? { n1aiToken: '', n1aiTokenArgs: undefined } : {}) })
    if (refused) return undefined
    throw error
  }
}

export interface TokenClaims {
  exp?: number
  version?: string
}

/** What the token says of itself, unverified: the server decides, the client only plans with it. */
export function claimsOf(token: string): TokenClaims {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(body)) as TokenClaims
  } catch {
    return {}
  }
}

/** A token without a readable end is used until the server refuses it. */
const expiresAt = (token: string) => (claimsOf(token).exp ?? Number.POSITIVE_INFINITY) * 1000

export const tokenVersionDiffers = (token: string): boolean =>
  (claimsOf(token).version ?? client.tokenVersion) !== client.tokenVersion
