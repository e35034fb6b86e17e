import { AuthError, BrowserAuthError, InteractionRequiredAuthError } from '@azure/msal-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
vi.stubGlobal('location', new URL('http://localhost:8080/chat'))

const account = { username: 'anna', name: 'Anna', homeAccountId: 'h', idToken: 'the id token' }
const future = { exp: Date.now() / 1000 + 3600 }
const application = {
  initialize: vi.fn(),
  handleRedirectPromise: vi.fn(),
  getActiveAccount: vi.fn(),
  getAllAccounts: vi.fn(),
  setActiveAccount: vi.fn(),
  acquireTokenSilent: vi.fn(),
  acquireTokenRedirect: vi.fn(),
  loginRedirect: vi.fn(),
  logoutRedirect: vi.fn(),
  clearCache: vi.fn(),
}
vi.mock('@azure/msal-browser', async (original) => ({
  ...(await original<object>()),
  PublicClientApplication: class {
    constructor() {
      Object.assign(this, application)
    }
  },
}))

const settings = {
  name: 'Parlance',
  organizationName: 'Halden Rail',
  entraIdSettings: {
    clientId: 'the client',
    tenantId: '0198a2b4-0000-4000-8000-000000000001',
    instance: 'http://localhost:8080/directory/',
  },
}
const { auth, resetAuth } = await import('./auth.ts')
const { adopt, acquireTokens, directoryConfiguration, idTokenEnds, needsInteraction, readySignOut, signIn } =
  await import('./directory.ts')

beforeEach(() => {
  vi.resetAllMocks()
  resetAuth()
  fakeServer(({ path }) => json(path.includes('well-known') ? { issuer: 'the issuer' } : settings))
  application.getActiveAccount.mockReturnValue(account)
  application.getAllAccounts.mockReturnValue([account])
})

describe('the sign-in client', () => {
  it('[R-3-011] is built from clientId, tenantId and instance of the settings', async () => {
    const entra = { ...settings.entraIdSettings, instance: 'https://login.microsoftonline.com/' }
    const { auth: options } = await directoryConfiguration(entra, 'https://chat.example')
    expect(options).toEqual({
      clientId: 'the client',
      authority: 'https://login.microsoftonline.com/0198a2b4-0000-4000-8000-000000000001',
      knownAuthorities: ['login.microsoftonline.com'],
      redirectUri: 'https://chat.example/redirect.html',
      postLogoutRedirectUri: 'https://chat.example/redirect.html',
    })
  })

  it('is given the metadata of an http directory, under an https spelling of its authority', async () => {
    const { calls } = fakeServer(() => json({ issuer: 'the issuer' }))
    const {
      auth: options,
      cache,
      system,
    } = await directoryConfiguration(settings.entraIdSettings, 'http://localhost:8080')
    expect(calls[0]?.path).toBe(
      'http://localhost:8080/directory/0198a2b4-0000-4000-8000-000000000001/v2.0/.well-known/openid-configuration',
    )
    expect(options.authority).toMatch(/^https:\/\/localhost:8080\/directory\//)
    expect(options.authorityMetadata).toBe('{"issuer":"the issuer"}')
    expect(options.knownAuthorities).toEqual(['localhost:8080'])
    expect(cache?.cacheLocation).toBe('sessionStorage')
    expect(system?.iframeBridgeTimeout).toBe(10_000)
  })

  it('[R-9-022] signs in with openid and offline_access, and asks for User.Read apart', async () => {
    await signIn()
    expect(application.loginRedirect).toHaveBeenCalledWith({ scopes: ['openid', 'offline_access'] })
    application.acquireTokenSilent.mockResolvedValue({
      account,
      idToken: 'i',
      accessToken: 'a',
      idTokenClaims: future,
    })
    await acquireTokens()
    expect(application.acquireTokenSilent).toHaveBeenCalledWith({ scopes: ['User.Read'], account })
  })

  it('[R-4-002] makes the account of a successful login the active one, and keeps its names', () => {
    adopt(application, account as never)
    expect(application.setActiveAccount).toHaveBeenCalledWith(account)
    expect(auth.read().account).toEqual({ name: 'Anna', userName: 'anna' })
  })

  it('[R-3-007] hands on the id token and the graph token', async () => {
    application.acquireTokenSilent.mockResolvedValue({
      account,
      idToken: 'i',
      accessToken: 'a',
      idTokenClaims: future,
    })
    await expect(acquireTokens()).resolves.toEqual({ idToken: 'i', accessToken: 'a' })
  })

  it('forces a refresh when the cached id token has ended, though the access token lives', async () => {
    application.acquireTokenSilent
      .mockResolvedValueOnce({ account, idToken: 'old', accessToken: 'a', idTokenClaims: { exp: 1 } })
      .mockResolvedValueOnce({ account, idToken: 'new', accessToken: 'a', idTokenClaims: future })
    await expect(acquireTokens()).resolves.toEqual({ idToken: 'new', accessToken: 'a' })
    expect(application.acquireTokenSilent).toHaveBeenLastCalledWith({
      scopes: ['User.Read'],
      account,
      forceRefresh: true,
    })
    expect(idTokenEnds({ idTokenClaims: {} })).toBe(true)
  })

  it('has nobody to ask for without an account', async () => {
    application.getActiveAccount.mockReturnValue(null)
    await expect(acquireTokens()).resolves.toBeUndefined()
  })

  it('goes to the directory when it needs the person, or when the silent frame timed out', async () => {
    expect(needsInteraction(new InteractionRequiredAuthError('interaction_required', ''))).toBe(true)
    expect(needsInteraction(new BrowserAuthError('timed_out', ''))).toBe(true)
    expect(needsInteraction(new BrowserAuthError('popup_window_error', ''))).toBe(false)
    application.acquireTokenSilent.mockRejectedValue(new InteractionRequiredAuthError('login_required', ''))
    void acquireTokens()
    await vi.waitFor(() =>
      expect(application.acquireTokenRedirect).toHaveBeenCalledWith({ scopes: ['User.Read'], account }),
    )
    expect(application.clearCache).not.toHaveBeenCalled()
  })

  it('clears the cache when the directory refuses, and keeps it when the network is away', async () => {
    application.acquireTokenSilent.mockRejectedValueOnce(new AuthError('network_error', ''))
    await expect(acquireTokens()).rejects.toThrow()
    expect(application.clearCache).not.toHaveBeenCalled()
    application.acquireTokenSilent.mockRejectedValueOnce(new AuthError('invalid_grant', ''))
    await expect(acquireTokens()).rejects.toThrow()
    expect(application.clearCache).toHaveBeenCalledOnce()
  })

  it('signs out with the hint that saves a question', async () => {
    const signOut = await readySignOut()
    application.getActiveAccount.mockReturnValue(null)
    await signOut()
    expect(application.logoutRedirect).toHaveBeenCalledWith({ account, idTokenHint: 'the id token' })
  })
})
