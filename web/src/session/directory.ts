import {
  type AccountInfo,
  AuthError,
  type AuthenticationResult,
  BrowserAuthError,
  type Configuration,
  InteractionRequiredAuthError,
  LogLevel,
  PublicClientApplication,
  ServerError,
} from '@azure/msal-browser'
import { client as constants } from '@parlance/contract/limits'
import { type IGenerateTokenRequest, type InstanceSettings, setAccount, setAuth } from './auth.ts'
import { graphToken } from './graphToken.ts'
import { dropSettings, loadSettings } from './settings.ts'
import { rememberSignedIn } from './signedIn.ts'
import { mayLeadToSignIn } from './signingOut.ts'

/** Requested separately from signing in and from each other: tokens for the directory's Graph API. */
const USER_SCOPES = ['User.Read']
const GROUP_SCOPES = ['GroupMember.Read.All']
const IFRAME_TIMEOUT_MS = 10_000
/** A token that expires within a minute counts as expired, because the exchange takes time. */
const EARLY_MS = 60_000

type Entra = InstanceSettings['entraIdSettings']

export async function directoryConfiguration(entra: Entra, origin: string): Promise<Configuration> {
  const authority = entra.instance + entra.tenantId
  const insecure = authority.startsWith('http:')
  return {
    auth: {
      clientId: entra.clientId,
      // MSAL rejects an http authority, but uses the endpoints of supplied metadata as given. Nothing ever
      // contacts the https spelling.
      authority: insecure ? authority.replace('http:', 'https:') : authority,
      ...(insecure ? { authorityMetadata: await metadata(authority) } : {}),
      // Otherwise, MSAL asks Microsoft about the host, and fails without internet access.
      knownAuthorities: [new URL(authority).host],
      redirectUri: `${origin}/redirect.html`,
      postLogoutRedirectUri: `${origin}/redirect.html`,
    },
    cache: { cacheLocation: 'sessionStorage' },
    system: {
      iframeBridgeTimeout: IFRAME_TIMEOUT_MS,
      loggerOptions: { logLevel: LogLevel.Error, piiLoggingEnabled: false },
    },
  }
}

async function metadata(authority: string): Promise<string> {
  const response = await fetch(`${authority}/v2.0/.well-known/openid-configuration`)
  if (!response.ok) throw new Error(`The directory returned ${response.status}.`)
  return response.text()
}

let started: Promise<PublicClientApplication> | undefined

/** Returns the sign-in client, created once per page from the instance's settings. */
export function directory(): Promise<PublicClientApplication> {
  started ??= start().catch((error) => {
    started = undefined
    throw error
  })
  return started
}

async function start(): Promise<PublicClientApplication> {
  const application = new PublicClientApplication(await configuration())
  await application.initialize()
  const result = await application.handleRedirectPromise()
  adopt(application, result?.account ?? application.getActiveAccount() ?? application.getAllAccounts()[0])
  return application
}

/**
 * A stored copy of the settings can name a directory that no longer exists. The settings are then reloaded
 * once.
 */
async function configuration(): Promise<Configuration> {
  const { entraIdSettings } = await loadSettings()
  try {
    return await directoryConfiguration(entraIdSettings, location.origin)
  } catch {
    dropSettings()
    return directoryConfiguration((await loadSettings()).entraIdSettings, location.origin)
  }
}

/** After a successful login, makes the account the active one and stores its names. */
export function adopt(
  application: Pick<PublicClientApplication, 'setActiveAccount'>,
  account: AccountInfo | null | undefined,
): void {
  if (!account) return
  application.setActiveAccount(account)
  setAccount({ name: account.name ?? account.username, userName: account.username })
  rememberSignedIn(account.username)
}

/** Leaves the page for the directory's sign-in, in the language of this page. */
export async function signIn(): Promise<void> {
  const language = globalThis.document?.documentElement.lang
  setAuth({ isLoading: true })
  try {
    await (await directory()).loginRedirect({
      scopes: [...constants.signInScopes],
      ...(language ? { extraQueryParameters: { ui_locales: language } } : {}),
    })
  } finally {
    setAuth({ isLoading: false })
  }
}

/**
 * Signs in from the directory's session without asking. Returns whether that succeeded. Browsers hide the cookies of
 * another site from a frame, so such a directory is asked by a redirect, which returns here either way.
 */
export async function signInSilently(loginHint: string): Promise<boolean> {
  const application = await directory()
  const request = { scopes: [...constants.signInScopes], loginHint }
  try {
    adopt(application, (await application.ssoSilent(request)).account)
    return true
  } catch (error) {
    const { authority } = application.getConfiguration().auth
    const isElsewhere = authority !== undefined && new URL(authority).host !== location.host
    if (!needsInteraction(error) || !isElsewhere) return false
    await application.loginRedirect({ ...request, prompt: 'none' })
    return new Promise(() => {})
  }
}

/**
 * Returns an ID token and a Graph token of the signed-in account, silently if possible. Undefined if no one is
 * signed in.
 */
export async function acquireTokens(): Promise<IGenerateTokenRequest | undefined> {
  const application = await directory()
  const account = application.getActiveAccount()
  if (!account) return undefined
  const request = { scopes: USER_SCOPES, account }
  try {
    const result = await silently(application, request)
    adopt(application, result.account)
    return { idToken: result.idToken, accessToken: await graphToken(application, result) }
  } catch (error) {
    if (!mayLeadToSignIn()) throw error
    if (needsInteraction(error)) return redirect(application, request)
    if (isRefusal(error)) await clearSignIn()
    throw error
  }
}

/**
 * Returns a token for reading the directory's groups, or undefined if no one is signed in. Screens request it
 * when they need it. If interaction is required, the user is redirected only with `ask`; otherwise, this
 * throws.
 */
export async function acquireGroupsToken({ ask = false } = {}): Promise<string | undefined> {
  const application = await directory()
  const account = application.getActiveAccount()
  if (!account) return undefined
  const request = { scopes: GROUP_SCOPES, account }
  try {
    return (await application.acquireTokenSilent(request)).accessToken
  } catch (error) {
    if (ask && needsInteraction(error)) return redirect(application, request)
    throw error
  }
}

interface TokenRequest {
  scopes: string[]
  account: AccountInfo
}

async function silently(
  application: Pick<PublicClientApplication, 'acquireTokenSilent'>,
  request: TokenRequest,
): Promise<AuthenticationResult> {
  const cached = await application.acquireTokenSilent(request)
  // MSAL checks only the access token's age and returns an expired ID token from its cache.
  return idTokenEnds(cached) ? application.acquireTokenSilent({ ...request, forceRefresh: true }) : cached
}

/** The page is being redirected to the directory, so nothing continues in the meantime. */
async function redirect(
  application: Pick<PublicClientApplication, 'acquireTokenRedirect'>,
  request: TokenRequest,
): Promise<never> {
  await application.acquireTokenRedirect(request)
  return new Promise(() => {})
}

export const idTokenEnds = (result: Pick<AuthenticationResult, 'idTokenClaims'>, now = Date.now()): boolean =>
  Number((result.idTokenClaims as { exp?: number }).exp ?? 0) * 1000 < now + EARLY_MS

export const needsInteraction = (error: unknown): boolean =>
  error instanceof InteractionRequiredAuthError ||
  (error instanceof BrowserAuthError && error.errorCode === 'timed_out')

/**
 * The directory was briefly unreachable, is overloaded, or made MSAL wait (an error code of digits, or an empty
 * one).
 */
const outage = /network|request_failed|timed_out|parse_response|server_error|unavailable|resolution|^[\d ]*$/

/** Whether the directory rejected the request, as opposed to an outage. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AuthError &&
  !outage.test(error.errorCode) &&
  !(error instanceof ServerError && Number(error.status) >= 500)

export async function clearSignIn(): Promise<void> {
  const application = await directory()
  application.setActiveAccount(null)
  await application.clearCache()
}

/**
 * Returns a function that leaves the page for the directory's sign-out, even after the account is removed. The
 * hint skips the account prompt.
 */
export async function readySignOut(): Promise<() => Promise<void>> {
  const application = await directory()
  const account = application.getActiveAccount() ?? undefined
  return () => application.logoutRedirect({ account, idTokenHint: account?.idToken })
}
